import yargs, { type Argv } from 'yargs';
import {
  UsageError,
  usageText,
  type OptionRule,
  type OptionRules,
  type OptionValues,
} from './arguments.js';

/** A command as the help shows it and its arguments are read. */
export interface CommandRule {
  /** Words after the command in the help, for example `NAME`. */
  readonly words: string;
  readonly describe: string;
  readonly options: OptionRules;
}

export type Parsed =
  | { readonly kind: 'help'; readonly text: string }
  | {
      readonly kind: 'command';
      readonly command: string;
      /** Arguments after the command that are no options. */
      readonly words: readonly string[];
      readonly options: OptionValues;
    };

/** Reads a command line. UsageError for a wrong one (api 3.3). */
export function parseCommandLine(
  args: readonly string[],
  commands: Readonly<Record<string, CommandRule>>,
): Parsed {
  const { argv, help } = readWith(parser(commands), args);
  if (help !== '') return { kind: 'help', text: help };
  const [command, ...words] = argv._.map(String);
  const rule =
    command !== undefined && Object.hasOwn(commands, command) ? commands[command] : undefined;
  if (command === undefined || rule === undefined) throw new UsageError(usageText);
  return { kind: 'command', command, words, options: optionValues(argv, rule.options) };
}

interface Read {
  readonly argv: Readonly<Record<string, unknown>> & { readonly _: readonly (string | number)[] };
  /** Empty when no help was asked for. */
  readonly help: string;
}

function readWith(cli: Argv, args: readonly string[]): Read {
  let help = '';
  try {
    const argv = cli.parse([...args], {}, (_error: unknown, _argv: unknown, output: string) => {
      help = output;
    });
    return { argv: argv as Read['argv'], help };
  } catch (error) {
    // Some names of options make the library itself fail.
    throw new UsageError(usageText, { cause: error });
  }
}

function parser(commands: Readonly<Record<string, CommandRule>>): Argv {
  let cli = yargs()
    .scriptName('simplex-mcp')
    .usage('simplex-mcp COMMAND [options]\n\nYour AI agent on SimpleX Chat, with you in command.')
    .help('help')
    .version(false)
    .exitProcess(false)
    .wrap(100)
    .parserConfiguration({
      'boolean-negation': false,
      'camel-case-expansion': false,
      'dot-notation': false,
      'greedy-arrays': false,
      'parse-numbers': false,
      'parse-positional-numbers': false,
    });
  for (const [name, rule] of Object.entries(commands)) {
    cli = cli.command(name, rule.describe, (command) =>
      addOptions(
        command.usage(`simplex-mcp ${name} ${rule.words}\n\n${rule.describe}`),
        rule.options,
      ),
    );
  }
  return cli;
}

function addOptions(command: Argv, rules: OptionRules): Argv {
  return Object.entries(rules).reduce(
    (built, [name, rule]) =>
      built.option(name, {
        type: rule.kind === 'flag' ? 'boolean' : 'string',
        array: rule.kind === 'values',
        describe: rule.value === undefined ? rule.describe : `${rule.value}: ${rule.describe}`,
      }),
    command,
  );
}

function optionValues(argv: Readonly<Record<string, unknown>>, rules: OptionRules): OptionValues {
  const options: Record<string, string | true | readonly string[]> = {};
  for (const [name, given] of Object.entries(argv)) {
    if (['_', '$0', 'help'].includes(name) || given === undefined) continue;
    const rule = Object.hasOwn(rules, name) ? rules[name] : undefined;
    if (rule === undefined) {
      throw new UsageError(
        `Unknown option ${name.length === 1 ? '-' : '--'}${name}. Run simplex-mcp --help.`,
      );
    }
    const value = optionValue(name, rule, given);
    if (value !== undefined) options[name] = value;
  }
  return options;
}

function optionValue(
  name: string,
  rule: OptionRule,
  given: unknown,
): string | true | readonly string[] | undefined {
  const all = (Array.isArray(given) ? given : [given]) as readonly unknown[];
  // Of a repeated option the last holds.
  const last = all.at(-1);
  switch (rule.kind) {
    case 'flag':
      return last === true ? true : undefined;
    case 'optional-value':
      return last === '' ? true : String(last);
    case 'values':
    case 'value': {
      const texts = all.map((text) => (typeof text === 'string' ? text : ''));
      if (texts.length === 0 || texts.some((text) => text === '')) {
        throw new UsageError(`--${name}: a value expected.`);
      }
      return rule.kind === 'values' ? texts : (texts.at(-1) ?? '');
    }
  }
}

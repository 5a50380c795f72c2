// Writes the table of tools into README.md, between <!-- tools --> and <!-- /tools -->, from the built definitions.
import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import prettier from 'prettier';

const start = '<!-- tools -->';
const end = '<!-- /tools -->';

/** The README with its table of tools as the definitions have it. */
export async function withTools(readme, tools) {
  const from = readme.indexOf(start);
  const to = readme.indexOf(end);
  if (from < 0 || to < from) throw new Error(`README.md has no ${start} with its ${end}.`);
  const text = `${readme.slice(0, from)}${start}\n\n${table(tools)}\n\n${readme.slice(to)}`;
  return prettier.format(text, { parser: 'markdown', singleQuote: true, printWidth: 100 });
}

function table(tools) {
  return [
    '| Tool | What it does | Arguments |',
    '| --- | --- | --- |',
    ...tools.map(
      ({ name, description, input }) =>
        `| \`${name}\` | ${cell(firstSentence(description))} | ${argumentsOf(input)} |`,
    ),
  ].join('\n');
}

function argumentsOf({ properties, required = [] }) {
  const fields = Object.entries(properties).map(([name, schema]) => {
    if (required.includes(name)) return `**\`${name}\`**`;
    return 'default' in schema ? `\`${name}\` (${schema.default})` : `\`${name}\``;
  });
  return fields.length === 0 ? 'none' : fields.join(', ');
}

function firstSentence(text) {
  return /^.*?\.(?=\s)/.exec(text)?.[0] ?? text;
}

function cell(text) {
  return text.replaceAll('|', '\\|');
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const { toolDefinitions } = await import('../dist/app/tools/definitions.js');
  const path = fileURLToPath(new URL('../README.md', import.meta.url));
  writeFileSync(path, await withTools(readFileSync(path, 'utf8'), toolDefinitions('requests', {})));
}

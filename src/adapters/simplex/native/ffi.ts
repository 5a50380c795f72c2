import koffi, { type KoffiFunc, type LibraryHandle } from 'koffi';

/** A call runs on a stack of koffi's, whose default of 128 KiB is little for SQLite. */
const CALL_STACK = 4 * 1024 * 1024;

/** Runtime options: large allocation areas, no signal handlers; the non-moving collector where it works. */
function runtimeArguments(platform: NodeJS.Platform): readonly string[] {
  const collector = platform === 'win32' ? [] : ['-xn'];
  return ['simplex', '+RTS', '-A64m', '-H64m', ...collector, '--install-signal-handlers=no'];
}

/** Identifies an open store: a number of the library's, not an address. */
type Control = number | bigint;
type Text = string | null;

/**
 * The C interface of libsimplex. One a process: the Haskell runtime starts once and can't be started again.
 * The texts that the library returns are freed after they were copied (`disposable`).
 */
export class CoreLibrary {
  private readonly migrate: KoffiFunc<
    (path: string, key: string, confirm: string, control: [Control]) => Text
  >;
  private readonly command: KoffiFunc<(control: Control, command: string) => Text>;
  private readonly receive: KoffiFunc<(control: Control, microseconds: number) => Text>;
  private readonly close: KoffiFunc<(control: Control) => Text>;

  /** Loads the library and starts its runtime. Throws what the loader says. */
  constructor(path: string) {
    koffi.config({ ...koffi.config(), async_stack_size: CALL_STACK, resident_async_pools: 32 });
    const library = koffi.load(path);
    const text = koffi.disposable('str');
    const control = koffi.out(koffi.pointer('uintptr_t'));
    this.migrate = library.func('chat_migrate_init', text, ['str', 'str', 'str', control]);
    this.command = library.func('chat_send_cmd', text, ['uintptr_t', 'str']);
    this.receive = library.func('chat_recv_msg_wait', text, ['uintptr_t', 'int']);
    this.close = library.func('chat_close_store', text, ['uintptr_t']);
    startRuntime(library, runtimeArguments(process.platform));
  }

  /** Opens and migrates the databases `PATH_chat.db` and `PATH_agent.db`; the library's JSON about it. */
  async open(path: string, key: string): Promise<{ text: string; store: CoreStore }> {
    const control: [Control] = [0];
    const text = await call((done) => this.migrate.async(path, key, 'yesUp', control, done));
    return { text, store: new CoreStore(control[0], this.command, this.receive, this.close) };
  }
}

/** An open store. Each call blocks a thread of the pool until the library returns. */
export class CoreStore {
  constructor(
    private readonly control: Control,
    private readonly sendCommand: KoffiFunc<(control: Control, command: string) => Text>,
    private readonly receiveMessage: KoffiFunc<(control: Control, microseconds: number) => Text>,
    private readonly closeStore: KoffiFunc<(control: Control) => Text>,
  ) {}

  send(command: string): Promise<string> {
    return call((done) => this.sendCommand.async(this.control, command, done));
  }

  /** The next event, or an empty string after `ms` milliseconds without one. */
  receive(ms: number): Promise<string> {
    return call((done) => this.receiveMessage.async(this.control, ms * 1000, done));
  }

  /** An empty string, or why the store was not closed. */
  close(): Promise<string> {
    return call((done) => this.closeStore.async(this.control, done));
  }
}

type Done = (error: unknown, text: Text) => void;

function call(start: (done: Done) => void): Promise<string> {
  return new Promise((resolve, reject) => {
    start((error, text) => {
      if (error !== null && error !== undefined) reject(new Error('call', { cause: error }));
      else if (text === null) reject(new Error('no answer'));
      else resolve(text);
    });
  });
}

/** The arguments are never freed: the runtime may keep them. */
function startRuntime(library: LibraryHandle, args: readonly string[]): void {
  const argv: unknown = koffi.alloc('void *', args.length + 1);
  for (const [index, argument] of args.entries()) {
    const bytes = Buffer.from(`${argument}\0`);
    const copy: unknown = koffi.alloc('uint8_t', bytes.length);
    koffi.encode(copy, koffi.array('uint8_t', bytes.length), bytes);
    koffi.encode(argv, index * koffi.sizeof('void *'), 'void *', copy);
  }
  koffi.encode(argv, args.length * koffi.sizeof('void *'), 'void *', null);
  const init = library.func('hs_init_with_rtsopts', 'void', [
    koffi.inout(koffi.pointer('int')),
    koffi.inout(koffi.pointer('void *')),
  ]);
  init([args.length], [argv]);
}

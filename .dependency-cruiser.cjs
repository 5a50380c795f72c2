// The arrows of the hexagon (docs/architecture.md). Type-only imports count too.
const adapterFolders = [
  'audit',
  'bridge',
  'clock',
  'daemon',
  'doctor',
  'filesystem',
  'hosts',
  'http',
  'media',
  'sandbox',
  'simplex',
  'terminal',
];

/** A package that only the named folder may import. */
const confined = (name, packages, folder) => ({
  name,
  severity: 'error',
  from: { path: '^src', pathNot: folder },
  to: { path: packages },
});

module.exports = {
  forbidden: [
    { name: 'no-cycles', severity: 'error', from: {}, to: { circular: true } },
    {
      name: 'domain-imports-only-domain',
      severity: 'error',
      from: { path: '^src/domain' },
      to: { pathNot: '^src/domain' },
    },
    {
      name: 'ports-import-domain-and-ports',
      severity: 'error',
      from: { path: '^src/ports' },
      to: { pathNot: '^src/(domain|ports)' },
    },
    {
      name: 'adapters-not-to-app',
      severity: 'error',
      from: { path: '^src/adapters' },
      to: { path: '^src/(app|cli)' },
    },
    ...adapterFolders.map((folder) => ({
      name: `adapter-${folder}-not-to-other-adapters`,
      severity: 'error',
      from: { path: `^src/adapters/${folder}/` },
      to: { path: '^src/adapters/', pathNot: `^src/adapters/${folder}/` },
    })),
    {
      name: 'app-to-adapters-only-from-container',
      severity: 'error',
      from: { path: '^src/(app|cli)', pathNot: '^src/app/container\\.ts$' },
      to: { path: '^src/adapters' },
    },
    {
      name: 'fs-only-in-adapters',
      severity: 'error',
      from: { path: '^src/(domain|ports|app|cli)' },
      to: {
        path: '^(node:)?(fs|fs/promises|net|http|https|child_process|worker_threads|readline)$',
      },
    },
    confined('koffi-only-native', 'node_modules/koffi', '^src/adapters/simplex/native'),
    confined(
      'simplex-chat-only-websocket',
      'node_modules/(simplex-chat|ws)/',
      '^src/adapters/simplex/websocket',
    ),
    confined(
      'mcp-sdk-only-http-and-bridge',
      'node_modules/@modelcontextprotocol',
      '^src/adapters/(http|bridge)',
    ),
    confined(
      'config-parsers-only-hosts',
      'node_modules/(jsonc-parser|smol-toml)',
      '^src/adapters/hosts',
    ),
    confined('sharp-only-media', 'node_modules/sharp', '^src/adapters/media'),
    confined('tsyringe-only-container', 'node_modules/tsyringe', '^src/app/container\\.ts$'),
    {
      name: 'no-unresolvable',
      severity: 'error',
      from: {},
      to: { couldNotResolve: true },
    },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.json' },
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'require', 'node', 'default', 'types'],
      mainFields: ['main', 'types'],
    },
  },
};

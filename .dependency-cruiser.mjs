/**
 * The rules of docs/design.md that imports can break. `npm run architecture` checks them; so does
 * test/architecture/, which also shows that each of them bites.
 *
 * Paths are those of the modules as resolved: `src/…`, `node_modules/…`, or the bare name of a Node built-in.
 */
const STAGES = ['mine', 'library', 'plan', 'adapt', 'integrate', 'execute', 'diagnose', 'publish', 'harvest'];
const STAGE = STAGES.join('|');

/** Where effects may begin: what talks to the world, what wires it, and the processes that people start. */
const EDGE = String.raw`^src/(adapters/|cli/|(compose|cli|index|worker)\.ts$)`;

/** Node's own modules that only compute. `crypto` is here for its hashes; its randomness is the linter's to refuse. */
const PURE_BUILT_INS = ['crypto', 'path', 'util'];

/** Packages that only compute. Look for I/O in a package before it is added here. */
const PURE_PACKAGES = [
  '@renovatebot/pep440',
  'eta',
  'fast-xml-parser',
  'graphology',
  'graphology-communities-louvain',
  'graphology-types',
  'mdast',
  'mdast-util-from-markdown',
  'mdast-util-to-string',
  'smol-toml',
  'spdx-expression-parse',
  'spdx-license-list',
  'spdx-satisfies',
  'yaml',
  'zod',
];

const rooms = (...names) => `^src/(${names.join('|')})/`;
const packages = (...names) => `^node_modules/(@types/)?(${names.join('|')})/`;

/** The files of a stage beside the one named after it. */
const SIBLINGS = { path: rooms(...STAGES), pathNot: String.raw`^src/([^/]+)/\1\.ts$` };

const rule = (name, from, to, comment) => ({ name, severity: 'error', comment, from, to });

/** A room may import its own files and what it stands on; which packages it may import is another rule. */
const standsOn = (name, room, ground, comment) =>
  rule(name, { path: rooms(room) }, { path: '^src/', pathNot: rooms(room, ...ground) }, comment);

/** @type {import('dependency-cruiser').IConfiguration} */
export default {
  forbidden: [
    rule(
      'no-import-cycles',
      {},
      { circular: true },
      'Modules never import each other in a circle, types included: a circle can only be read, tested and replaced whole.',
    ),
    rule(
      'imports-resolve',
      { path: '^src/' },
      { couldNotResolve: true },
      'Every import leads to a module: what does not resolve escapes all other rules.',
    ),
    rule(
      'packages-are-declared',
      { path: '^src/' },
      {
        dependencyTypes: ['npm-dev', 'npm-no-pkg', 'npm-unknown', 'npm-peer', 'npm-optional'],
        dependencyTypesNot: ['type-only'],
      },
      'What runs in production is listed under "dependencies", since nothing else is installed there.',
    ),
    rule(
      'source-knows-no-tests',
      { path: '^src/' },
      { path: '^(?!src/|node_modules/)[^/]+/', dependencyTypes: ['local', 'localmodule'] },
      'Source imports nothing outside src/: tests, fixtures and scripts depend on it, never the other way.',
    ),

    // Rooms: each imports only what it stands on.
    rule(
      'domain-imports-only-itself',
      { path: rooms('domain') },
      { pathNot: rooms('domain') },
      'The vocabulary stands alone: it imports neither another room nor a package nor a Node built-in.',
    ),
    rule(
      'ports-speak-the-domain',
      { path: rooms('ports') },
      { pathNot: [rooms('domain', 'ports'), packages('zod')] },
      'A port is described in domain words (and in zod schemas): never in those of a library behind it.',
    ),
    standsOn(
      'syntax-stands-on-the-domain',
      'syntax',
      ['domain'],
      'The parser knows nothing of who asks it to parse.',
    ),
    standsOn(
      'python-stands-on-syntax',
      'python',
      ['domain', 'syntax'],
      'What is true of Python is true for every stage: it needs the syntax tree and the vocabulary only.',
    ),
    standsOn(
      'licence-stands-on-the-domain',
      'licence',
      ['domain'],
      'What a licence allows depends on texts and expressions only.',
    ),
    standsOn(
      'config-stands-on-the-domain',
      'config',
      ['domain', 'ports'],
      'Configuration is read once into domain values; no room is configured by another.',
    ),
    standsOn(
      'webhook-stands-on-the-domain',
      'webhook',
      ['domain'],
      'A payload becomes a trigger without knowing what the trigger will start.',
    ),
    standsOn(
      'report-stands-on-the-domain',
      'report',
      ['domain'],
      'A report is words and pictures about values: it reads nothing, and asks nobody.',
    ),
    standsOn(
      'harness-stands-on-ports',
      'harness',
      ['domain', 'ports'],
      'The harness judges with a sandbox alone, so nothing that is judged can sway it.',
    ),
    standsOn(
      'residents-judge-nothing',
      'residents',
      ['domain', 'ports', 'syntax', 'python', 'licence'],
      'A resident sees its own primitive and a local requirement: neither the harness that judges it nor a stage.',
    ),
    standsOn(
      'adapters-serve-ports',
      'adapters',
      ['domain', 'ports', 'python'],
      'An adapter speaks to the world in domain words and knows nothing of who uses it.',
    ),

    // Stages: they share values and meet in the sequences.
    rule(
      'stages-never-meet',
      { path: `^src/(${STAGE})/` },
      { path: rooms(...STAGES), pathNot: '^src/$1/' },
      'Stages never import each other: they meet in mining.ts and construction.ts, through domain values.',
    ),
    rule(
      'stages-stand-on-shared-rooms',
      { path: rooms(...STAGES) },
      {
        path: '^src/',
        pathNot: rooms(
          ...['domain', 'ports', 'config', 'syntax', 'python', 'harness', 'residents', 'licence'],
          ...STAGES,
        ),
      },
      'A stage imports domain, ports, config, syntax, python, harness, residents, licence and its own files only.',
    ),
    rule(
      'stages-meet-in-sequences',
      {
        path: '^src/',
        pathNot: [
          rooms(...STAGES, 'construction', 'mining', 'worker'),
          String.raw`^src/(construction|mining|suite|compose)\.ts$`,
        ],
      },
      { path: rooms(...STAGES) },
      'Stages are called by the sequences (mining, construction, suite, the worker) and wired by compose.ts; commands and the App call sequences.',
    ),
    rule(
      'siblings-stay-pure',
      SIBLINGS,
      { path: String.raw`^src/(${STAGE})/\1\.ts$`, dependencyTypesNot: ['type-only'] },
      "Only a stage's own file performs effects: it calls its pure siblings, and they never call it.",
    ),
    rule(
      'siblings-know-ports-as-types',
      SIBLINGS,
      { path: rooms('ports'), dependencyTypesNot: ['type-only'] },
      'What is pure may name a port in its types, but cannot use one.',
    ),

    // The edge: where effects are.
    rule(
      'only-compose-imports-adapters',
      { path: '^src/', pathNot: [rooms('adapters'), String.raw`^src/compose\.ts$`] },
      { path: rooms('adapters') },
      'Only compose.ts imports adapters: everybody else is given ports.',
    ),
    rule(
      'only-entry-points-compose',
      { path: '^src/', pathNot: String.raw`^src/(cli/|(cli|index|worker)\.ts$)` },
      { path: String.raw`^src/(compose|cli|index|worker)\.ts$|^src/cli/` },
      'Services are built once, where a process starts; nothing further in reaches back to its entry point.',
    ),
    rule(
      'app-only-enqueues',
      { path: String.raw`^src/app\.ts$` },
      { path: '^src/', pathNot: rooms('domain', 'ports', 'webhook') },
      'The App turns an event into a trigger and a trigger into a job; nothing else happens before GitHub has its answer.',
    ),
    rule(
      'built-in-io-at-the-edge',
      { path: '^src/', pathNot: EDGE },
      { dependencyTypes: ['core'], pathNot: [`^(${PURE_BUILT_INS.join('|')})(/|$)`, '^module$'] },
      'Files, processes, sockets and threads are reached through ports: only adapters, compose.ts and entry points import such built-ins.',
    ),
    rule(
      'package-io-at-the-edge',
      { path: '^src/', pathNot: EDGE },
      {
        path: '^node_modules/',
        pathNot: packages(...PURE_PACKAGES, 'web-tree-sitter', 'tree-sitter-python', 'probot'),
      },
      'Outside adapters, compose.ts and entry points, only packages that are known to be pure are imported.',
    ),
    rule(
      'no-hidden-imports',
      { path: '^src/', pathNot: [rooms('syntax', 'adapters'), String.raw`^src/licence/texts\.ts$`] },
      { path: '^module$' },
      'createRequire hides imports from these rules: only the parser and the licence texts use it, to find data in a package.',
    ),
    rule(
      'one-door-to-tree-sitter',
      { path: '^src/', pathNot: rooms('syntax') },
      { path: packages('(web-)?tree-sitter[^/]*') },
      'Only syntax/ knows which parser reads Python, so that it can be replaced.',
    ),
    rule(
      'probot-at-the-door',
      { path: '^src/', pathNot: String.raw`^src/(index|app)\.ts$` },
      { path: packages('probot') },
      'Only index.ts and app.ts know Probot: a job outlives its event and is done in another process.',
    ),
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    tsPreCompilationDeps: true,
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['types', 'import', 'node', 'default'],
    },
  },
};

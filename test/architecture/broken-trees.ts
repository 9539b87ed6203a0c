import type { Tree } from './made-up-tree.js';

const EMPTY = 'export {};';

/** For each import rule, the smallest project that breaks it. */
export const BROKEN_TREES: Readonly<Record<string, Tree>> = {
  'no-import-cycles': {
    'src/plan/plan.ts': "import type { Step } from './step.js'; export interface Plan { steps: Step[] }",
    'src/plan/step.ts': "import type { Plan } from './plan.js'; export interface Step { plan: Plan }",
  },
  'imports-resolve': { 'src/plan/plan.ts': "import './nowhere.js';" },
  'packages-are-declared': { 'src/adapters/git/git.ts': "import 'undeclared';" },
  'source-knows-no-tests': {
    'src/compose.ts': "import '../test/fakes/fake-clock.js';",
    'test/fakes/fake-clock.ts': EMPTY,
  },
  'domain-imports-only-itself': { 'src/domain/files.ts': "import { posix } from 'node:path';" },
  'ports-speak-the-domain': {
    'src/ports/sandbox.ts': "import type { Config } from '../config/config.js';",
    'src/config/config.ts': EMPTY,
  },
  'syntax-stands-on-the-domain': {
    'src/syntax/parse-python.ts': "import '../python/scopes.js';",
    'src/python/scopes.ts': EMPTY,
  },
  'python-stands-on-syntax': {
    'src/python/scopes.ts': "import '../residents/resident.js';",
    'src/residents/resident.ts': EMPTY,
  },
  'licence-stands-on-the-domain': {
    'src/licence/detect.ts': "import '../python/scopes.js';",
    'src/python/scopes.ts': EMPTY,
  },
  'config-stands-on-the-domain': {
    'src/config/config.ts': "import '../licence/detect.js';",
    'src/licence/detect.ts': EMPTY,
  },
  'webhook-stands-on-the-domain': {
    'src/webhook/read-trigger.ts': "import '../construction.js';",
    'src/construction.ts': EMPTY,
  },
  'report-stands-on-the-domain': {
    'src/report/report-view.ts': "import '../ports/clock.js';",
    'src/ports/clock.ts': EMPTY,
  },
  'harness-stands-on-ports': {
    'src/harness/harness.ts': "import type { Resident } from '../residents/resident.js';",
    'src/residents/resident.ts': EMPTY,
  },
  'residents-judge-nothing': {
    'src/residents/exact/exact-resident.ts': "import type { Harness } from '../../harness/harness.js';",
    'src/harness/harness.ts': EMPTY,
  },
  'adapters-serve-ports': {
    'src/adapters/github/comments.ts': "import '../../publish/publish.js';",
    'src/publish/publish.ts': EMPTY,
  },
  'stages-never-meet': {
    'src/plan/plan.ts': "import type { Match } from '../library/match.js';",
    'src/library/match.ts': EMPTY,
  },
  'stages-stand-on-shared-rooms': {
    'src/plan/plan.ts': "import type { Trigger } from '../webhook/read-trigger.js';",
    'src/webhook/read-trigger.ts': EMPTY,
  },
  'stages-meet-in-sequences': {
    'src/cli/plan-command.ts': "import '../plan/plan.js';",
    'src/plan/plan.ts': EMPTY,
  },
  'siblings-stay-pure': {
    'src/plan/order.ts': "import { plan } from './plan.js';",
    'src/plan/plan.ts': EMPTY,
  },
  'siblings-know-ports-as-types': {
    'src/plan/order.ts': "import { clock } from '../ports/clock.js';",
    'src/ports/clock.ts': EMPTY,
  },
  'only-compose-imports-adapters': {
    'src/worker/perform-job.ts': "import type { Git } from '../adapters/git/git.js';",
    'src/adapters/git/git.ts': EMPTY,
  },
  'only-entry-points-compose': {
    'src/construction.ts': "import type { Composition } from './compose.js';",
    'src/compose.ts': EMPTY,
  },
  'app-only-enqueues': {
    'src/app.ts': "import './construction.js';",
    'src/construction.ts': EMPTY,
  },
  'built-in-io-at-the-edge': { 'src/harness/run.ts': "import { readFile } from 'node:fs/promises';" },
  'package-io-at-the-edge': { 'src/mine/mine.ts': "import { execa } from 'execa';" },
  'no-hidden-imports': { 'src/python/scopes.ts': "import { createRequire } from 'node:module';" },
  'one-door-to-tree-sitter': { 'src/python/scopes.ts': "import type { Node } from 'web-tree-sitter';" },
  'probot-at-the-door': { 'src/worker/perform-job.ts': "import type { Context } from 'probot';" },
};

/** A project that keeps every rule, with the imports that come closest to breaking one. */
export const SOUND_TREE: Tree = {
  'src/index.ts': "import { Probot } from 'probot'; import './app.js'; import './compose.js';",
  'src/app.ts': "import type { Probot } from 'probot'; import './webhook/read-trigger.js';",
  'src/compose.ts':
    "import './adapters/git/git.js'; import './construction.js'; import { homedir } from 'node:os';",
  'src/construction.ts': "import './plan/plan.js'; import './library/library.js';",
  'src/webhook/read-trigger.ts': "import { z } from 'zod';",
  'src/adapters/git/git.ts': "import { execa } from 'execa'; import { open } from 'node:fs/promises';",
  'src/plan/plan.ts':
    "import type { Clock } from '../ports/clock.js'; import { order } from './order.js'; import '../python/scopes.js';",
  'src/plan/order.ts': "import { createHash } from 'node:crypto'; import type { Plan } from './ordering.js';",
  'src/plan/ordering.ts': "import type { posix } from 'node:path'; export interface Plan { at: posix }",
  'src/library/library.ts': "import '../syntax/parse-python.js'; import { promisify } from 'node:util';",
  'src/python/scopes.ts': "import '../syntax/parse-python.js'; import '../domain/files.js';",
  'src/syntax/parse-python.ts': "import { createRequire } from 'node:module'; import 'web-tree-sitter';",
  'src/ports/clock.ts': "import type { z } from 'zod'; import type { File } from '../domain/files.js';",
  'src/domain/files.ts': 'export interface File { path: string }',
};

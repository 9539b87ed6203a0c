import { readFileSync } from 'node:fs';
import type { StoredFile } from '../../../src/domain/files.js';
import type { Primitive } from '../../../src/domain/primitive.js';
import type { Parameter } from '../../../src/domain/signature.js';
import type { AdaptationReply, AssessmentReply } from '../../../src/residents/model/replies.js';
import type { ModelPrompts } from '../../../src/residents/model/render-input.js';
import type { ResidentInput } from '../../../src/residents/resident.js';

const read = (path: string) => readFileSync(new URL(`../../../${path}`, import.meta.url), 'utf8');

/** The real prompts. */
export const prompts: ModelPrompts = {
  assess: read('templates/prompts/assess.md'),
  adapt: read('templates/prompts/adapt.md'),
  input: read('templates/prompts/input.eta'),
};

/** Replies written by hand: they show what is done with a reply, and nothing about any model. */
export const assessment = JSON.parse(read('fixtures/replies/backoff-assessment.json')) as AssessmentReply;
export const adaptation = JSON.parse(read('fixtures/replies/backoff-adaptation.json')) as AdaptationReply;

const text = (path: string, content: string): StoredFile => ({ path, encoding: 'utf8', content });
const numbers = (...names: readonly string[]): readonly Parameter[] =>
  names.map(name => ({ name, kind: 'positional-or-keyword', annotation: 'float' }));

/** What mining makes of `backoff_delay` of the fixture `steadykit`, cut by hand, with a binary resource put in. */
export const backoff: Primitive = {
  id: 'cf-0000000000b0',
  name: 'acme/steadykit/steadykit.backoff.backoff_delay',
  implementation: [
    text(
      'src/steadykit/backoff.py',
      [
        'from steadykit._numbers import clamp, require_positive',
        '',
        'DEFAULT_FACTOR = 2.0',
        'MAX_EXPONENT = 64',
        '',
        '',
        'def backoff_delay(attempt, base_seconds, cap_seconds, *, factor=DEFAULT_FACTOR):',
        '    """Return how many seconds to wait before the given attempt."""',
        '    require_positive("attempt", attempt)',
        '    exponent = min(attempt - 1, MAX_EXPONENT)',
        '    return clamp(base_seconds * factor**exponent, 0.0, cap_seconds)',
        '',
      ].join('\n'),
    ),
    text('src/steadykit/_numbers.py', read('fixtures/repositories/steadykit/src/steadykit/_numbers.py')),
    { path: 'src/steadykit/table.bin', encoding: 'base64', content: '/wD+' },
  ],
  sourceRoot: 'src',
  interface: {
    module: 'steadykit.backoff',
    exports: [
      {
        name: 'backoff_delay',
        kind: 'function',
        signature: { parameters: numbers('attempt', 'base_seconds', 'cap_seconds'), isAsync: false },
      },
    ],
    behaviour: 'Exponential back-off.',
  },
  dependencies: {
    distributions: ['Typing_Extensions>=4'],
    standardLibrary: [],
    environmentVariables: [],
    systemTools: [],
  },
  carriedTests: {
    tests: ['test_delay_doubles_with_each_attempt', 'test_delay_stops_at_the_cap', 'test_default_base'].map(
      name => ({ id: `tests/test_backoff.py::${name}`, path: 'tests/test_backoff.py', name }),
    ),
    files: [text('tests/test_backoff.py', 'def test_delay_stops_at_the_cap(): ...\n')],
  },
  provenance: {
    repository: 'acme/steadykit',
    commit: '1'.repeat(40),
    ranges: [{ path: 'src/steadykit/backoff.py', startLine: 22, endLine: 43 }],
    licence: 'Apache-2.0',
    licenceText: 'planted-licence-text',
    copyright: ['Copyright 2026 Acme'],
    channel: 'mined',
  },
};

const exports = [
  {
    name: 'pause_before',
    kind: 'function' as const,
    signature: { parameters: numbers('attempt', 'limit', 'unit'), isAsync: false },
  },
];

/** The primitive, and the module `orderdesk.platform.waiting` that it is to become. */
export const input: ResidentInput = {
  primitive: backoff,
  localRequest: {
    id: 'r:orderdesk.platform.waiting',
    module: 'orderdesk.platform.waiting',
    path: 'src/orderdesk/platform/waiting.py',
    exports,
    behaviour: 'One unit before the first attempt, doubled with each, never above the limit.',
    mayAssume: ['attrs>=23'],
  },
  context: {
    module: 'orderdesk.platform.waiting',
    path: 'src/orderdesk/platform/waiting.py',
    requiredExports: exports,
    siblings: [{ module: 'orderdesk.platform.settings', exports: [{ name: 'read', kind: 'function' }] }],
  },
  attempts: [],
  incoming: [],
};

import { z } from 'zod';
import type { ZodType } from 'zod';

import { CodefaceError } from '../../domain/errors.js';
import type { Dependencies, PrimitiveInterface, SourceRange } from '../../domain/primitive.js';
import type { Baseline, BuildRequest, Round, RunOutcome } from '../../domain/run.js';
import type { Trigger } from '../../domain/trigger.js';
import type { ValidationRecord } from '../../domain/validation.js';

/** A JSON column: what is written as T is checked to have T's outline when it is read, and kept whole. */
export interface JsonColumn<T> {
  write(value: T): string;
  /** Ends in a `CodefaceError` of code `store` when the text was not written by us. */
  read(text: string): T;
}

function column<T>(name: string, outline: ZodType): JsonColumn<T> {
  return {
    write: value => JSON.stringify(value),
    read: text => {
      try {
        const value: unknown = JSON.parse(text);
        outline.parse(value);
        return value as T;
      } catch (cause) {
        throw new CodefaceError(
          'store',
          `The database holds a ${name} that cannot be read; it was changed or damaged. Restore it from a backup.`,
          { cause },
        );
      }
    },
  };
}

const texts = z.array(z.string());
const signature = z.looseObject({
  parameters: z.array(z.looseObject({ name: z.string(), kind: z.string() })),
  isAsync: z.boolean(),
});
const contract = {
  docstring: z.string().optional(),
  raises: z.array(z.looseObject({ name: z.string() })).optional(),
  preconditions: texts.optional(),
};
const symbol = z.looseObject({
  ...contract,
  name: z.string(),
  kind: z.enum(['function', 'class', 'constant']),
  signature: signature.optional(),
  methods: z.array(z.looseObject({ ...contract, name: z.string(), signature })).optional(),
  bases: texts.optional(),
  observedCalls: texts.optional(),
});
const execution = z.looseObject({ status: z.string(), tests: z.array(z.looseObject({ id: z.string() })) });

export const interfaceColumn = column<PrimitiveInterface>(
  'primitive interface',
  z.looseObject({ module: z.string(), exports: z.array(symbol), behaviour: z.string() }),
);

export const dependenciesColumn = column<Dependencies>(
  'dependency list',
  z.looseObject({
    distributions: texts,
    standardLibrary: texts,
    environmentVariables: texts,
    systemTools: texts,
  }),
);

export const rangesColumn = column<readonly SourceRange[]>(
  'source range',
  z.array(z.looseObject({ path: z.string(), startLine: z.int(), endLine: z.int() })),
);

export const validationColumn = column<ValidationRecord>(
  'validation record',
  z.looseObject({ isolation: z.enum(['forked', 'cold']), passes: z.number(), killScore: z.number() }),
);

export const textsColumn = column<readonly string[]>('list of texts', texts);

export const requestColumn = column<BuildRequest>(
  'build request',
  z.looseObject({ repository: z.string(), title: z.string(), body: z.string(), requestedBy: z.string() }),
);

export const baselineColumn = column<Baseline>(
  'baseline',
  z.looseObject({
    execution,
    requiredTests: texts,
    flaky: texts,
    findings: z.array(z.looseObject({ kind: z.string() })),
  }),
);

export const roundColumn = column<Round>(
  'round',
  z.looseObject({
    index: z.int().positive(),
    plan: z.looseObject({ requirements: z.array(z.looseObject({ id: z.string() })) }),
    adaptations: z.array(z.looseObject({ primitiveId: z.string() })),
    execution,
    diagnosis: z.looseObject({ verdict: z.enum(['pass', 'fail']) }),
  }),
);

export const outcomeColumn = column<RunOutcome>(
  'run outcome',
  z.looseObject({ runId: z.string(), outcome: z.string(), reason: z.string(), detail: z.string() }),
);

export const triggerColumn = column<Trigger>(
  'trigger',
  z.looseObject({
    kind: z.enum(['build', 'stop', 'mine', 'welcome']),
    installationId: z.number(),
  }),
);

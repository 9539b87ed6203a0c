import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { z } from 'zod';
import { countTests } from '../../src/domain/execution.js';
import type { Primitive } from '../../src/domain/primitive.js';
import type { MineServices } from '../../src/mining/mine-repository.js';
import { runComponents } from '../../src/mining/verify-library.js';

const PROGRAM = fileURLToPath(new URL('./dummies.py', import.meta.url));
const replies = z.array(z.tuple([z.string().nullable(), z.string().nullable()]));
const VARIANTS = ['raises', 'returns nothing'] as const;

/** A primitive whose carried tests pass although its functions do nothing. */
export interface PassingDummy {
  readonly name: string;
  readonly variant: (typeof VARIANTS)[number];
}

/**
 * Runs the carried tests of primitives on two dummies of each, made apart from the miner's own, and names those that
 * pass. Ends in a `CodefaceError` of code `sandbox` when the sandbox failed.
 */
export async function passingDummies(
  services: MineServices,
  primitives: readonly Primitive[],
): Promise<readonly PassingDummy[]> {
  const texts = [...new Set(primitives.flatMap(({ implementation }) => implementation).flatMap(pythonOf))];
  const dummies = await hollowed(texts);
  const passing: PassingDummy[] = [];
  for (const [index, variant] of VARIANTS.entries()) {
    const hollow = primitives.map(primitive => ({
      ...primitive,
      implementation: primitive.implementation.map(file => {
        const [text] = pythonOf(file);
        return { ...file, content: (text === undefined ? null : dummies.get(text)?.[index]) ?? file.content };
      }),
    }));
    const outcomes = await runComponents(services, hollow, () => undefined);
    outcomes.forEach((outcome, at) => {
      if (!('tests' in outcome) || outcome.status !== 'completed') return;
      const { passed, failed, errors } = countTests(outcome);
      if (passed > 0 && failed + errors === 0) passing.push({ name: primitives[at]?.name ?? '', variant });
    });
  }
  return passing;
}

function pythonOf({ path, content, encoding }: Primitive['implementation'][number]): readonly string[] {
  return encoding === 'utf8' && path.endsWith('.py') ? [content] : [];
}

async function hollowed(texts: readonly string[]) {
  const child = spawn('python3', [PROGRAM], { stdio: ['pipe', 'pipe', 'inherit'] });
  child.stdin.end(JSON.stringify(texts));
  const chunks: Buffer[] = [];
  for await (const chunk of child.stdout) chunks.push(chunk as Buffer);
  const read = replies.parse(JSON.parse(Buffer.concat(chunks).toString('utf8')));
  return new Map(texts.map((text, index) => [text, read[index]]));
}

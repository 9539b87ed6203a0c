import { describe, expect, it } from '@jest/globals';
import { sourceFiles } from './source-files.js';
import { stageProblems } from './stage-rules.js';

const source = sourceFiles(process.cwd(), ['src'], ['.ts']);
const main = { path: 'src/plan/plan.ts', text: 'export async function plan() { await undefined; }' };
const sibling = (text: string) => [main, { path: 'src/plan/order.ts', text }];

describe('one-effectful-file', () => {
  it('holds for every stage', () => {
    expect(stageProblems(source)).toEqual([]);
  });

  it.each([
    'export async function order() {}',
    'export const order = async () => 1;',
    'export class Order { async now() {} }',
    'const first = await order();',
    'for await (const one of all) use(one);',
    'export const order = (): Promise<void> => later;',
    'export const order = () => new Promise(resolve => resolve(1));',
  ])('bites on a sibling with: %s', text => {
    expect(stageProblems(sibling(`// pure\n${text}`))).toEqual([
      expect.stringContaining('src/plan/order.ts:2 waits'),
    ]);
  });

  it('leaves pure siblings alone, whatever they are about', () => {
    const text =
      "// async, await, Promise\nexport const words = ['async', `await`]; export const isAsync = true;";
    expect(stageProblems(sibling(text))).toEqual([]);
  });
});

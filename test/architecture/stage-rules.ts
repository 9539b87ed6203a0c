import ts from 'typescript';
import type { SourceFile } from './source-files.js';

export const STAGES = [
  ...['mine', 'library', 'plan', 'adapt', 'integrate', 'execute', 'diagnose', 'publish', 'harvest'],
];

/** `one-effectful-file`: a stage has one file named after it, which performs its effects; its siblings are pure. */
export function stageProblems(files: readonly SourceFile[]): readonly string[] {
  return STAGES.flatMap(stage => {
    const own = files.filter(({ path }) => path.startsWith(`src/${stage}/`));
    if (own.length === 0) return [];
    const main = `src/${stage}/${stage}.ts`;
    const missing = own.some(({ path }) => path === main)
      ? []
      : [`one-effectful-file: ${main} is missing; a stage is entered through the file named after it.`];
    const impure = own
      .filter(({ path }) => path !== main)
      .flatMap(file => effectLines(file).map(line => `${file.path}:${line}`))
      .map(place => `one-effectful-file: ${place} waits for something; only ${main} may.`);
    return [...missing, ...impure];
  });
}

/** The lines, from 1, where code is asynchronous: `async`, `await` or a `Promise`. What waits is not pure. */
function effectLines({ path, text }: SourceFile): readonly number[] {
  const source = ts.createSourceFile(path, text, ts.ScriptTarget.ES2022);
  const lines = new Set<number>();
  const visit = (node: ts.Node): void => {
    if (isAsynchronous(node)) lines.add(source.getLineAndCharacterOfPosition(node.getStart(source)).line + 1);
    ts.forEachChild(node, visit);
  };
  visit(source);
  return [...lines];
}

function isAsynchronous(node: ts.Node): boolean {
  return (
    node.kind === ts.SyntaxKind.AsyncKeyword ||
    node.kind === ts.SyntaxKind.AwaitKeyword ||
    ts.isAwaitExpression(node) ||
    (ts.isIdentifier(node) && /^Promise(Like)?$/.test(node.text))
  );
}

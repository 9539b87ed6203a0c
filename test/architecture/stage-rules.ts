import ts from 'typescript';
import type { SourceFile } from './source-files.js';

export const STAGES = [
  ...['mine', 'library', 'plan', 'adapt', 'integrate', 'execute', 'diagnose', 'publish', 'harvest'],
];

/**
 * `one-effectful-file`: of a stage only the file named after it performs effects; its siblings are pure. A stage whose
 * effects are those of its sequence has no such file.
 */
export function stageProblems(files: readonly SourceFile[]): readonly string[] {
  return STAGES.flatMap(stage => {
    const main = `src/${stage}/${stage}.ts`;
    return files
      .filter(({ path }) => path.startsWith(`src/${stage}/`) && path !== main)
      .flatMap(file => effectLines(file).map(line => `${file.path}:${line}`))
      .map(place => `one-effectful-file: ${place} waits for something; only ${main} may.`);
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

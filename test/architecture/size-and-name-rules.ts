import type { SourceFile } from './source-files.js';

const MOST_LINES = 250;
const USUAL_LINES = 150;
const USUAL_SHARE = 0.9;

/** A name that says where code was put, not what it is about. */
const VAGUE = /(^|-)(utils?|helpers?|common|misc|shared|types)$/;

/** `small-files`: nine in ten files have at most 150 lines and none more than 250, so that each can be read whole. */
export function sizeProblems(files: readonly SourceFile[]): readonly string[] {
  const sized = files
    .map(({ path, text }) => ({ path, lines: text.split('\n').length - (text.endsWith('\n') ? 1 : 0) }))
    .sort((one, other) => one.lines - other.lines);
  const problems = sized
    .filter(({ lines }) => lines > MOST_LINES)
    .map(
      ({ path, lines }) => `small-files: ${path} has ${lines} lines; split it, ${MOST_LINES} is the most.`,
    );
  const usual = sized[Math.ceil(sized.length * USUAL_SHARE) - 1];
  if (usual !== undefined && usual.lines > USUAL_LINES) {
    const long = sized.filter(({ lines }) => lines > USUAL_LINES).map(({ path }) => path);
    problems.push(
      `small-files: nine in ten files must have at most ${USUAL_LINES} lines; split some of ${long.join(', ')}.`,
    );
  }
  return problems;
}

/** `telling-names`: files and folders are named after an idea; `utils` and its like gather what has none. */
export function nameProblems(files: readonly SourceFile[]): readonly string[] {
  const vague = new Set(
    files.flatMap(({ path }) => {
      const parts = path.split('/');
      return parts.flatMap((part, index) =>
        VAGUE.test(part.replace(/\..*$/, '')) ? [parts.slice(0, index + 1).join('/')] : [],
      );
    }),
  );
  return [...vague].map(path => `telling-names: ${path} says nothing; name it after what it is about.`);
}

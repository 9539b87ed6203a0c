import { mkdir, readdir, readFile, rename, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';

import { parse, stringify } from 'yaml';
import { z } from 'zod';

import type { CheckRun, Comment, PullRequestText } from '../../domain/publication.js';

/** A local pull request is the only one of its folder. */
export const PULL_REQUEST_NUMBER = 1;

const FRONT_MATTER = /^---\n([\s\S]*?)\n---\n\n?/;

const pullRequestHeader = z.object({ title: z.string(), branch: z.string(), draft: z.boolean() });
const checkRunHeader = z.looseObject({ name: z.string(), commit: z.string() });

export interface PullRequestPage extends PullRequestText {
  readonly branch: string;
  readonly draft: boolean;
}

/** What a host would show on the web, as files in one folder that a person may open, keep or delete. */
export interface Pages {
  readonly pullRequestPath: string;
  readPullRequest(): Promise<PullRequestPage | undefined>;
  writePullRequest(page: PullRequestPage): Promise<void>;
  /** Writes or replaces the comment of this marker. */
  writeComment(comment: Comment): Promise<void>;
  /** Writes an issue unless there is one of this marker. */
  writeIssue(title: string, comment: Comment): Promise<void>;
  /** Writes `checks/<n>-<commit>.json`, or replaces the one of this name and commit. */
  writeCheckRun(checkRun: CheckRun): Promise<void>;
}

/** Makes the folder at need; a new one is kept out of the checkout it may lie in. */
export async function openPages(folder: string): Promise<Pages> {
  const made = await mkdir(folder, { recursive: true });
  if (made !== undefined) await writeFile(join(folder, '.gitignore'), '*\n');
  const pullRequestPath = join(folder, 'pull-request.md');
  const write = async (path: string, text: string) => {
    await mkdir(dirname(path), { recursive: true });
    await writeFile(`${path}.new`, text);
    await rename(`${path}.new`, path);
  };

  return {
    pullRequestPath,
    readPullRequest: async () => {
      const text = await readText(pullRequestPath);
      const header = FRONT_MATTER.exec(text ?? '');
      if (text === undefined || header === null) return undefined;
      return { ...pullRequestHeader.parse(parse(header[1] ?? '')), body: text.slice(header[0].length) };
    },
    writePullRequest: ({ body, ...header }) => write(pullRequestPath, withFrontMatter(header, body)),
    writeComment: ({ marker, body }) => write(join(folder, 'comments', `${fileName(marker)}.md`), body),
    writeIssue: async (title, { marker, body }) => {
      const path = join(folder, 'issues', `${fileName(marker)}.md`);
      if ((await readText(path)) === undefined) await write(path, withFrontMatter({ title }, body));
    },
    writeCheckRun: async checkRun => {
      const checks = join(folder, 'checks');
      const names = (await readdir(checks).catch(() => [])).filter(name => name.endsWith('.json'));
      const texts = await Promise.all(names.map(name => readText(join(checks, name))));
      const known = texts.findIndex(text => {
        const { name, commit } = checkRunHeader.parse(JSON.parse(text ?? '{}'));
        return name === checkRun.name && commit === checkRun.commit;
      });
      const name = names[known] ?? `${names.length + 1}-${checkRun.commit.slice(0, 7)}.json`;
      await write(join(checks, name), `${JSON.stringify(checkRun, undefined, 2)}\n`);
    },
  };
}

function withFrontMatter(header: object, body: string): string {
  return `---\n${stringify(header, { lineWidth: 0 })}---\n\n${body}`;
}

/** `<!-- codeface:round-1 -->` is kept as `codeface-round-1`. */
function fileName(marker: string): string {
  return marker.replace(/[^A-Za-z0-9]+/g, '-').replace(/^-+|-+$/g, '') || 'comment';
}

async function readText(path: string): Promise<string | undefined> {
  return readFile(path, 'utf8').catch(() => undefined);
}

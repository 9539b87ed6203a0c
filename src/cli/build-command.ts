import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { basename, resolve } from 'node:path';
import type { Command } from 'commander';
import { construct } from '../construction.js';
import { previewPlan } from '../construction/preview-plan.js';
import type { Plan } from '../domain/requirement.js';
import { CodefaceError } from '../domain/errors.js';
import { oneLine } from '../domain/one-line.js';
import type { BuildRequest, RunOutcome } from '../domain/run.js';
import { buildAnswer, describeBuild } from './describe-build.js';
import { EXIT, exitCodesHelp } from './exit-codes.js';
import { table } from './output.js';
import { runCommand, type GlobalOptions } from './run-command.js';

interface BuildOptions {
  readonly target: string;
  readonly request: string;
  readonly output?: string;
  readonly branch?: string;
}

/** `codeface plan` and `codeface build`. */
export function addBuildCommands(program: Command): void {
  program
    .command('plan')
    .description('Show what a request asks of a repository, without building it')
    .requiredOption('--target <dir>', 'git work tree to build in, read at HEAD')
    .requiredOption('--request <file>', 'the request, in Markdown')
    .addHelpText('after', exitCodesHelp({ done: 'done, whether anything is asked for or not' }))
    .action((own: BuildOptions, command: Command) =>
      runCommand(command.optsWithGlobals<GlobalOptions>(), async ({ composition, output }) => {
        const request = await readRequest(own);
        const { files } = await composition.workspace.read(own.target);
        const { plan, notes } = previewPlan(request, files);
        output.answer({ requirements: plan.requirements, notes }, () =>
          [
            plan.requirements.length === 0
              ? 'Nothing is asked for and nothing is missing.'
              : requirementTable(plan),
            ...notes.map(oneLine),
          ].join('\n'),
        );
        return EXIT.done;
      }),
    );

  program
    .command('build')
    .description('Build a request on a branch of its own; your branch and uncommitted work are not touched')
    .requiredOption('--target <dir>', 'git work tree to build in, from HEAD')
    .requiredOption('--request <file>', 'the request, in Markdown')
    .option(
      '--output <dir>',
      'where pull request, comments and worktree go (default: builds/ in CODEFACE_HOME)',
    )
    .option('--branch <name>', 'branch to write to (default: codeface/<name of the request>)')
    .addHelpText(
      'after',
      exitCodesHelp({
        done: 'green',
        error: 'an error, or the target cannot be judged: its environment lacks something',
        fellShort: 'it stopped short of green; so does one that is interrupted once, after its round',
        interrupted: 'interrupted twice: ended at once',
      }),
    )
    .action((own: BuildOptions, command: Command) =>
      runCommand(command.optsWithGlobals<GlobalOptions>(), async ({ composition, output }) => {
        const request = await readRequest(own);
        const branch = readBranch(own);
        const host = await composition.localHost(resolve(own.target), own.output, branch);
        const outcome = await construct(await composition.constructionServices(), {
          key: `local:${composition.ids.next()}`,
          host,
          request: { ...request, repository: host.repository },
          budget: composition.config.budget,
          branch,
          rules: { excludeSameRepository: false },
          stopping: composition.interruption(),
          signal: new AbortController().signal,
        });
        output.answer(buildAnswer(outcome), () => describeBuild(outcome));
        return exitOf(outcome);
      }),
    );
}

/** The branch to write to: below `codeface/`, as everything that is written. */
function readBranch(own: BuildOptions): string {
  const wanted = own.branch ?? `codeface/${slug(basename(own.request).replace(/\.[^.]*$/, ''))}`;
  if (/^codeface\/[A-Za-z0-9][\w-]*(?:[./][\w-]+)*$/.test(wanted) && !wanted.endsWith('.lock')) return wanted;
  throw new CodefaceError(
    'bad-input',
    `--branch must be a name such as codeface/prices, not ${JSON.stringify(wanted)}.`,
  );
}

/** The request file: its first heading is the title. Ends in a `CodefaceError` of code `bad-input`. */
async function readRequest(own: BuildOptions): Promise<BuildRequest> {
  let text: string;
  try {
    text = await readFile(own.request, 'utf8');
  } catch (cause) {
    throw new CodefaceError(
      'bad-input',
      `The request ${own.request} cannot be read: give the path of a Markdown file.`,
      {
        cause,
      },
    );
  }
  const heading = /^#\s+(.+?)\s*$/m.exec(text);
  return {
    repository: basename(resolve(own.target)),
    title: heading?.[1] ?? basename(own.request),
    body: heading === null ? text : text.replace(heading[0], '').trimStart(),
    requestedBy: 'local',
  };
}

function exitOf(outcome: RunOutcome): number {
  if (outcome.outcome === 'green') return EXIT.done;
  return outcome.outcome === 'environment-fault' ? EXIT.error : EXIT.fellShort;
}

function slug(name: string): string {
  const words = name
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '');
  return words === '' ? createHash('sha256').update(name).digest('hex').slice(0, 8) : words;
}

function requirementTable(plan: Plan): string {
  return table(
    ['Module', 'Exports', 'Known from'],
    plan.requirements.map(requirement => [
      requirement.module,
      requirement.exports.map(symbol => symbol.name).join(', '),
      requirement.origin,
    ]),
  );
}

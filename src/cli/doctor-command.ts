import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import type { Command } from 'commander';
import type { Composition } from '../compose.js';
import { EXIT, exitCodesHelp } from './exit-codes.js';
import { table } from './output.js';
import { runCommand, type GlobalOptions } from './run-command.js';

interface Finding {
  readonly what: string;
  readonly ok: boolean;
  /** What was found, or what to do. */
  readonly detail: string;
  /** Whether commands work without it. */
  readonly optional: boolean;
}

/** `codeface doctor`. */
export function addDoctorCommand(program: Command): void {
  program
    .command('doctor')
    .description('Say what this machine has and lacks, which sandbox would be used, and why')
    .option(
      '--prepare',
      'also make the sandbox ready, which may install pytest and coverage over the network',
    )
    .addHelpText(
      'after',
      exitCodesHelp({ done: 'nothing is missing', fellShort: 'something is missing that commands need' }),
    )
    .action((own: { readonly prepare?: boolean }, command: Command) =>
      runCommand(command.optsWithGlobals<GlobalOptions>(), async ({ composition, output }) => {
        const findings = await examine(composition, own.prepare === true);
        const isWell = findings.every(finding => finding.ok || finding.optional);
        output.answer({ ok: isWell, findings }, () =>
          table(
            ['', 'What', 'Detail'],
            findings.map(finding => [
              finding.ok ? 'ok' : finding.optional ? '-' : 'missing',
              finding.what,
              finding.detail,
            ]),
          ),
        );
        return isWell ? EXIT.done : EXIT.fellShort;
      }),
    );
}

async function examine(composition: Composition, prepares: boolean): Promise<readonly Finding[]> {
  const probes = await composition.probeSandboxes();
  const sandboxes = await Promise.all(
    probes.map(async ({ driver, available, reason, interpreters }) => {
      const versions = (await interpreters?.()) ?? [];
      const detail = [
        reason,
        ...(versions.length > 0 ? [`Python ${versions.join(', ')}`] : []),
        ...(driver === 'process' ? ['only with --trust'] : []),
      ].join('; ');
      return { what: `sandbox ${driver}`, ok: available, detail, optional: true };
    }),
  );
  const chosen = await attempt('sandbox in use', async () => {
    const sandbox = await composition.sandbox();
    const why = composition.config.sandbox.driver === undefined ? 'the strongest that is there' : 'as set';
    if (!prepares) return `${sandbox.driver}: ${why}`;
    const { interpreter } = await sandbox.prepare({ distributions: [] });
    return `${sandbox.driver}: ${why}; Python ${interpreter} with pytest is ready`;
  });
  const library = await attempt('library', async () => {
    const primitives = await (await composition.library()).list();
    return `${primitives.length} primitives in ${composition.config.database}`;
  });
  const git = await attempt('git', async () =>
    (await promisify(execFile)('git', ['--version'])).stdout.trim(),
  );
  const { model } = composition.config;
  return [
    { what: 'Node', ok: true, detail: process.version, optional: false },
    git,
    ...sandboxes,
    chosen,
    library,
    {
      what: 'language model',
      ok: model !== undefined,
      detail:
        model === undefined ? 'none: everything is done by program' : Object.values(model.models).join(', '),
      optional: true,
    },
  ];
}

async function attempt(what: string, look: () => Promise<string>): Promise<Finding> {
  try {
    return { what, ok: true, detail: await look(), optional: false };
  } catch (error) {
    return {
      what,
      ok: false,
      detail: error instanceof Error ? error.message : String(error),
      optional: false,
    };
  }
}

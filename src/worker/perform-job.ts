import { abandon, construct } from '../construction.js';
import type { ConstructionInput, ConstructionServices } from '../construction/construction-services.js';
import type { Budget } from '../domain/run.js';
import { buildSubject, type Job, type Trigger } from '../domain/trigger.js';
import { mine, withdraw, type MiningServices } from '../mining.js';
import type { LibraryStore } from '../ports/library-store.js';
import type { JobQueue } from '../ports/job-queue.js';
import type { MiningMemory } from '../ports/mining-memory.js';
import type { RepositoryHost, RepositoryHosts } from '../ports/repository-host.js';

/** What the worker works with. */
export interface WorkerServices extends Omit<ConstructionServices & MiningServices, 'library' | 'memory'> {
  /** Each installation has a library of its own. */
  readonly libraryOf: (installationId: number) => Promise<LibraryStore>;
  /** What mining remembers of each installation's repositories; nothing when absent. */
  readonly memoryOf?: (installationId: number) => Promise<MiningMemory>;
  readonly hosts: RepositoryHosts;
  readonly jobs: JobQueue;
  readonly budget: Budget;
}

/** A job that ended five workers, or that the host failed five times, would go on so. */
export const MOST_ATTEMPTS = 5;
const GIVEN_UP = `It was begun ${MOST_ATTEMPTS} times and never came to an end: see the log, then ask again.`;

/** How often a stop looks whether the build that it is to stop has begun. */
const STOP_RETRY_MS = 500;

type Asked = Extract<Trigger, { readonly kind: 'build' | 'stop' }>;

/**
 * Does one job and returns a sentence on how it ended. Done again after a crash, it finds what is there and goes on.
 * `signal` is aborted when the lease is lost: somebody else has the job then.
 * Ends in a `CodefaceError` when the host, a store or (while mining) the sandbox fails.
 */
export async function performJob(services: WorkerServices, job: Job, signal: AbortSignal): Promise<string> {
  const { trigger } = job;
  switch (trigger.kind) {
    case 'build':
      return build(services, trigger, job, signal);
    case 'stop':
      return stop(services, trigger, signal);
    case 'mine':
      return mineRepository(services, trigger, signal);
    case 'forget': {
      const library = await services.libraryOf(trigger.installationId);
      for (const repository of trigger.repositories) await withdraw(library, repository);
      return `Took ${trigger.repositories.join(', ')} out of the library.`;
    }
    case 'welcome':
      for (const repository of trigger.repositories) {
        await services.publisher.welcome(await services.hosts.open(trigger.installationId, repository));
      }
      return `Offered to mine ${trigger.repositories.length} repositories.`;
  }
}

async function build(
  services: WorkerServices,
  trigger: Asked,
  job: Job,
  signal: AbortSignal,
): Promise<string> {
  const host = await services.hosts.open(trigger.installationId, trigger.repository);
  if (!(await mayAsk(services, host, trigger))) return `${trigger.requestedBy} may not ask for a build.`;
  await host.acknowledge(trigger.commentId);
  if (job.attempts > MOST_ATTEMPTS) return giveUpBuild(services, trigger, job.id, GIVEN_UP);
  const outcome = await construct(
    await runServices(services, trigger),
    await runInput(services, trigger, job.id, host, signal),
  );
  return `${outcome.outcome}: ${outcome.detail}`;
}

/** Concludes the run of a build that cannot go on, so that its status tells so; its best round so far stays. */
export async function giveUpBuild(
  services: WorkerServices,
  trigger: Asked,
  key: string,
  detail: string,
): Promise<string> {
  const host = await services.hosts.open(trigger.installationId, trigger.repository);
  const input = await runInput(services, trigger, key, host, new AbortController().signal);
  const outcome = await abandon(await runServices(services, trigger), input, detail);
  return `${outcome.outcome}: ${outcome.detail}`;
}

async function runServices(services: WorkerServices, trigger: Asked): Promise<ConstructionServices> {
  return { ...services, library: await services.libraryOf(trigger.installationId) };
}

async function runInput(
  { budget }: WorkerServices,
  { repository, issue, requestedBy }: Asked,
  key: string,
  host: RepositoryHost,
  signal: AbortSignal,
): Promise<ConstructionInput> {
  const { title, body } = await host.issue(issue);
  return {
    key,
    host,
    request: { repository, issue, title, body, requestedBy },
    budget,
    branch: `codeface/issue-${issue}`,
    rules: { excludeSameRepository: false },
    signal,
  };
}

async function stop(services: WorkerServices, trigger: Asked, signal: AbortSignal): Promise<string> {
  const host = await services.hosts.open(trigger.installationId, trigger.repository);
  if (!(await mayAsk(services, host, trigger))) return `${trigger.requestedBy} may not stop a build.`;
  await host.acknowledge(trigger.commentId);
  const subject = buildSubject(trigger.repository, trigger.issue);
  const cancelled = await services.jobs.cancelWaiting(subject);
  let stopped = await services.runs.requestStop(trigger.repository, trigger.issue);
  // A build that was just taken has no run yet: it is waited for until it has one, or is no more.
  while (stopped === 0 && !signal.aborted && (await services.jobs.isUnderWay(subject))) {
    await services.clock.sleep(STOP_RETRY_MS);
    stopped = await services.runs.requestStop(trigger.repository, trigger.issue);
  }
  return `Asked ${stopped} runs to stop, and cancelled ${cancelled} that had not begun.`;
}

async function mineRepository(
  services: WorkerServices,
  { installationId, repository, asked, formerly }: Extract<Trigger, { readonly kind: 'mine' }>,
  signal: AbortSignal,
): Promise<string> {
  const host = await services.hosts.open(installationId, repository);
  if (asked !== undefined) {
    if (!(await mayAsk(services, host, asked))) return `${asked.requestedBy} may not ask for mining.`;
    await host.acknowledge(asked.commentId);
  }
  const library = await services.libraryOf(installationId);
  const memory = await services.memoryOf?.(installationId);
  const withdrawn = formerly === undefined ? [] : await withdraw(library, formerly);
  const since = await library.snapshot();
  const mining = { ...services, library, memory, signal };
  const report = await mine(mining, await host.snapshot(), { since, withdrawn });
  if (asked !== undefined) await services.publisher.mined(host, asked.issue, report);
  return `Mined ${report.commit}: ${report.admitted.length} admitted, ${report.excluded.length} excluded.`;
}

/** Only who may push may make Codeface work; anyone else gets one line, once. */
async function mayAsk(
  services: WorkerServices,
  host: RepositoryHost,
  asked: { readonly issue: number; readonly requestedBy: string },
): Promise<boolean> {
  const permission = await host.permissionOf(asked.requestedBy);
  if (permission === 'admin' || permission === 'write') return true;
  await services.publisher.refuse(host, asked.issue);
  return false;
}

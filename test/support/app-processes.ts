import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { createServer, type AddressInfo } from 'node:net';
import { ROOT } from './command-line.js';

/** The App as it is run: the webhook server and workers, each a process of its own. */
export interface AppProcesses {
  readonly webhookUrl: string;
  startWorker(): void;
  /** SIGKILL: no chance to tidy up. */
  killWorker(): Promise<void>;
  /** Everything both wrote. */
  output(): string;
  stop(): Promise<void>;
}

export async function startApp(environment: Readonly<Record<string, string>>): Promise<AppProcesses> {
  const port = await freePort();
  const env = {
    ...process.env,
    ...environment,
    PORT: String(port),
    HOST: '127.0.0.1',
    NODE_ENV: 'production',
  };
  const processes = new Set<ChildProcess>();
  let output = '';
  let worker: ChildProcess | undefined;

  const start = (...words: string[]): ChildProcess => {
    const child = spawn(process.execPath, words, { cwd: ROOT, env, stdio: ['ignore', 'pipe', 'pipe'] });
    for (const stream of [child.stdout, child.stderr]) stream?.on('data', chunk => (output += String(chunk)));
    processes.add(child);
    return child;
  };
  const end = async (child: ChildProcess, signal: NodeJS.Signals) => {
    if (child.exitCode !== null || child.signalCode !== null) return;
    child.kill(signal);
    await once(child, 'exit');
  };

  const server = start('bin/codeface.js', 'serve', '--no-worker');
  const webhookUrl = `http://127.0.0.1:${port}/`;
  const deadline = Date.now() + 30_000;
  while (!(await answers(`${webhookUrl}ping`))) {
    if (server.exitCode !== null || Date.now() > deadline)
      throw new Error(`The server did not start:\n${output}`);
    await new Promise(resolve => setTimeout(resolve, 100));
  }
  return {
    webhookUrl,
    startWorker: () => (worker = start('dist/worker.js')),
    killWorker: async () => {
      if (worker !== undefined) await end(worker, 'SIGKILL');
    },
    output: () => output,
    stop: async () => {
      for (const child of processes) await end(child, 'SIGKILL');
    },
  };
}

async function answers(url: string): Promise<boolean> {
  return fetch(url).then(
    response => response.body?.cancel().then(() => true) ?? true,
    () => false,
  );
}

async function freePort(): Promise<number> {
  const probe = createServer();
  await new Promise<void>(resolve => probe.listen(0, '127.0.0.1', resolve));
  const { port } = probe.address() as AddressInfo;
  await new Promise(resolve => probe.close(resolve));
  return port;
}

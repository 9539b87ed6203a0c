import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { knex } from 'knex';

import { openDatabase } from '../../../src/adapters/sqlite/database.js';
import { createJobQueue } from '../../../src/adapters/sqlite/job-queue.js';
import { createLibraryStore } from '../../../src/adapters/sqlite/library-store.js';
import { createRunStore } from '../../../src/adapters/sqlite/run-store.js';
import type { Lease } from '../../../src/ports/job-queue.js';
import { buildTrigger } from '../../contracts/job-queue-contract.js';
import { createFakeClock } from '../../fakes/fake-clock.js';
import { createCountingIds } from '../../fakes/fake-ids.js';
import { samplePrimitive } from '../../support/sample-primitive.js';
import { sampleStart } from '../../support/sample-run.js';

let folder: string;
let path: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'codeface-sqlite-'));
  path = join(folder, 'deep', 'library.db');
});
afterEach(async () => rm(folder, { recursive: true, force: true }));

/** Opens, works and closes: what one process does. */
async function inProcess<T>(work: (database: Awaited<ReturnType<typeof openDatabase>>) => Promise<T>) {
  const database = await openDatabase(path);
  return work(database).finally(() => database.close());
}

/** Changes the file behind Codeface's back. */
async function tamper(sql: string) {
  const query = knex({ client: 'sqlite3', connection: { filename: path }, useNullAsDefault: true });
  await query.raw(sql);
  await query.destroy();
}

describe('openDatabase', () => {
  it('keeps what was written for the next process', async () => {
    const primitive = samplePrimitive('retry');
    await inProcess(database =>
      createLibraryStore(database).replaceRepository('acme/tools', 'c1', [primitive]),
    );
    expect(await inProcess(database => createLibraryStore(database).list())).toEqual([primitive]);
  });

  it('lets several processes make the same file at once', async () => {
    const databases = await Promise.all(Array.from({ length: 3 }, () => openDatabase(path)));
    const snapshots = await Promise.all(
      databases.map((database, index) =>
        createLibraryStore(database).replaceRepository(`acme/${index}`, 'c1', [
          samplePrimitive('retry', { repository: `acme/${index}` }),
        ]),
      ),
    );
    expect([...snapshots].sort()).toEqual([1, 2, 3]);
    expect(await createLibraryStore(databases[0]!).list()).toHaveLength(3);
    await Promise.all(databases.map(database => database.close()));
  });

  it('accepts a delivery once and leases a job once, whichever process asks', async () => {
    const clock = createFakeClock();
    const databases = await Promise.all([openDatabase(path), openDatabase(path), openDatabase(path)]);
    const queues = databases.map((database, index) =>
      createJobQueue(database, clock, createCountingIds(`process-${index}`)),
    );
    const jobs = Array.from({ length: 30 }, (_, issue) => issue);
    const answers = await Promise.all(
      jobs.flatMap(issue => queues.map(queue => queue.enqueue(`d${issue}`, buildTrigger(issue)))),
    );
    expect(answers.filter(answer => answer === 'enqueued')).toHaveLength(30);
    const leases = await Promise.all(jobs.flatMap(() => queues.map(queue => queue.lease(60_000, 'work'))));
    const taken = leases.filter((lease): lease is Lease => lease !== undefined);
    expect(new Set(taken.map(({ job }) => job.deliveryId)).size).toBe(30);
    expect(taken).toHaveLength(30);
    await Promise.all(databases.map(database => database.close()));
  });

  it('never has two jobs of one issue leased, whichever process asks', async () => {
    const databases = await Promise.all([openDatabase(path), openDatabase(path)]);
    const queues = databases.map((database, index) =>
      createJobQueue(database, createFakeClock(), createCountingIds(`process-${index}`)),
    );
    for (let delivery = 0; delivery < 10; delivery++)
      await queues[0]!.enqueue(`d${delivery}`, buildTrigger(1));
    const leases = await Promise.all(
      [...queues, ...queues, ...queues].map(queue => queue.lease(60_000, 'work')),
    );
    expect(leases.filter(lease => lease !== undefined)).toHaveLength(1);
    await Promise.all(databases.map(database => database.close()));
  });

  it('waits for a lock that another process holds for a moment', async () => {
    const [holder, other] = await Promise.all([openDatabase(path), openDatabase(path)]);
    let release: () => void = () => undefined;
    const held = new Promise<void>(resolve => (release = resolve));
    const holding = holder.transaction(async query => {
      await query('deliveries').insert({ id: 'held', received_at: 0 });
      await held;
    });
    const waiting = createJobQueue(other, createFakeClock(), createCountingIds()).enqueue(
      'd1',
      buildTrigger(1),
    );
    setTimeout(release, 300);
    await holding;
    expect(await waiting).toBe('enqueued');
    await Promise.all([holder.close(), other.close()]);
  });

  it('keeps equal contents once', async () => {
    const primitives = ['one', 'two'].map(word => samplePrimitive(word, { code: 'x = 1\n' }));
    const contents = await inProcess(async database => {
      await createLibraryStore(database).replaceRepository('acme/tools', 'c1', primitives);
      return database.run(query => query('contents').count({ count: '*' }).first());
    });
    // The shared code, the shared test and the shared licence.
    expect(contents).toEqual({ count: 3 });
  });

  it('undoes a replacement that fails in the middle', async () => {
    const broken = { ...samplePrimitive('broken'), name: null as unknown as string };
    await inProcess(async database => {
      const store = createLibraryStore(database);
      await store.replaceRepository('acme/tools', 'c1', [samplePrimitive('kept')]);
      await expect(
        store.replaceRepository('acme/tools', 'c2', [samplePrimitive('fresh'), broken]),
      ).rejects.toMatchObject({ name: 'CodefaceError', code: 'store' });
      expect(await store.snapshot()).toBe(1);
      expect((await store.list()).map(({ name }) => name)).toEqual(['acme/tools/tools.kept']);
      expect(await store.search({ query: 'fresh', limit: 5 })).toEqual([]);
    });
  });
});

describe('a database that cannot be used', () => {
  const refusal = (sentence: RegExp): Record<string, unknown> => ({
    name: 'CodefaceError',
    code: 'store',
    message: expect.stringMatching(sentence),
  });

  it('is refused when it is no database, and left as it was', async () => {
    path = join(folder, 'notes.txt');
    await writeFile(
      path,
      'only notes, much longer than the header of a database file would be, to be sure\n'.repeat(9),
    );
    const before = await readFile(path);
    await expect(openDatabase(path)).rejects.toMatchObject(refusal(/notes\.txt is not a SQLite database/));
    expect(await readFile(path)).toEqual(before);
  });

  it('is refused when it belongs to another program, and left as it was', async () => {
    path = join(folder, 'theirs.db');
    await tamper('CREATE TABLE bookmarks (url TEXT)');
    const { size } = await stat(path);
    await expect(openDatabase(path)).rejects.toMatchObject(refusal(/another program/));
    expect((await stat(path)).size).toBe(size);
  });

  it('is refused when a newer Codeface wrote it', async () => {
    await inProcess(async () => undefined);
    await tamper(`INSERT INTO knex_migrations (name, batch) VALUES ('999-future', 2)`);
    await expect(openDatabase(path)).rejects.toMatchObject(refusal(/newer Codeface/));
  });

  it('is refused when its folder is a file', async () => {
    await writeFile(join(folder, 'file'), '');
    path = join(folder, 'file', 'library.db');
    await expect(openDatabase(path)).rejects.toMatchObject(refusal(/library\.db/));
  });

  it('says so when there is no space left', async () => {
    await inProcess(async database => {
      await database.run(query => query.raw('PRAGMA max_page_count = 40'));
      const large = samplePrimitive('large', { code: `x = '${'y'.repeat(1_000_000)}'\n` });
      await expect(
        createLibraryStore(database).replaceRepository('acme/tools', 'c1', [large]),
      ).rejects.toMatchObject(refusal(/no space left/));
    });
  });

  it('says so when a record was changed', async () => {
    await inProcess(database =>
      createRunStore(database, createFakeClock()).begin('job-1', sampleStart('run-1')),
    );
    await tamper(`UPDATE runs SET request = '{"repository": 1}'`);
    await expect(
      inProcess(database => createRunStore(database, createFakeClock()).find('run-1')),
    ).rejects.toMatchObject(refusal(/build request that cannot be read/));
  });
});

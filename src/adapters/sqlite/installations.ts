import { join } from 'node:path';

import type { Clock } from '../../ports/clock.js';
import type { LibraryStore } from '../../ports/library-store.js';
import type { MiningMemory } from '../../ports/mining-memory.js';
import { openDatabase, type Database } from './database.js';
import { createLibraryStore } from './library-store.js';
import { createMiningMemory } from './mining-memory.js';

/** What is kept for one installation. */
export interface Installation {
  readonly library: LibraryStore;
  readonly memory: MiningMemory;
}

export interface Installations {
  /** Opens it when it is first asked for. Ends in a `CodefaceError` of code `store`. */
  open(installationId: number): Promise<Installation>;
  /** Closes what was opened; what could not be has been told to whoever asked for it. */
  close(): Promise<void>;
}

/** The databases of installations: a file each, so that nothing of one can reach another's. */
export function createInstallations(folder: string, clock: Pick<Clock, 'now'>): Installations {
  const known = new Map<number, Promise<Installation & { readonly database: Database }>>();
  const openNew = async (installationId: number) => {
    const database = await openDatabase(join(folder, `${installationId}.db`));
    return {
      database,
      library: createLibraryStore(database),
      memory: createMiningMemory(database, clock),
    };
  };
  return {
    open: installationId => {
      const opening = known.get(installationId) ?? openNew(installationId);
      known.set(installationId, opening);
      return opening;
    },
    close: async () => {
      for (const opening of await Promise.allSettled(known.values()))
        if (opening.status === 'fulfilled') await opening.value.database.close();
    },
  };
}

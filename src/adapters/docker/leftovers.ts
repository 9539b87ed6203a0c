import type Docker from 'dockerode';
import type { Clock } from '../../ports/clock.js';
import { currentOwner, ownerIsGone } from '../sandbox/owner.js';

export const OWNER_LABEL = 'codeface.owner';
const EXPIRY_LABEL = 'codeface.expires';
/** No container of ours is in use so long after its time is over. */
const GRACE_MS = 120_000;

/** Says whose a container is, and from when on it is nobody's even if its owner lives where we cannot see it. */
export function ownershipLabels(clock: Clock, wallTimeMs: number): Readonly<Record<string, string>> {
  return { [OWNER_LABEL]: currentOwner(), [EXPIRY_LABEL]: String(clock.now() + wallTimeMs + GRACE_MS) };
}

/** Whether nobody will remove a container with these labels any more. */
export function isLeftOver(labels: Readonly<Record<string, string>>, nowMs: number): boolean {
  return ownerIsGone(labels[OWNER_LABEL] ?? '') || nowMs > Number(labels[EXPIRY_LABEL] ?? Infinity);
}

/** Removes the containers of processes that died before they could; returns how many there were. */
export async function removeLeftovers(docker: Docker, clock: Clock): Promise<number> {
  const ours = await docker.listContainers({ all: true, filters: { label: [OWNER_LABEL] } });
  const left = ours.filter(({ Labels }) => isLeftOver(Labels, clock.now()));
  for (const { Id } of left)
    await docker
      .getContainer(Id)
      .remove({ force: true, v: true })
      .catch(() => undefined);
  return left.length;
}

import { readFileSync, readlinkSync } from 'node:fs';

/**
 * Who made a container, a cgroup or a folder: `boot.namespace.pid.start`. A process id alone is used again, and
 * means nothing on another host or in another process namespace.
 */
export function currentOwner(): string {
  return `${thisWorld()}.${process.pid}.${startOf(process.pid) ?? '0'}`;
}

/** True only when the owner lived in this host's process namespace and does so no more; unknown owners are left alone. */
export function ownerIsGone(owner: string): boolean {
  const [boot, namespace, pid, start] = owner.split('.');
  if (`${boot}.${namespace}` !== thisWorld() || pid === undefined || start === undefined) return false;
  return startOf(Number(pid)) !== start;
}

function thisWorld(): string {
  try {
    const boot = readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').slice(0, 8);
    return `${boot}.${readlinkSync('/proc/self/ns/pid').replace(/\D/g, '')}`;
  } catch {
    return 'unknown.0';
  }
}

/** Start time in clock ticks since boot, field 22 of proc(5) stat; undefined when there is no such process. */
function startOf(pid: number): string | undefined {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    // The second field may hold spaces and parentheses: count from its end.
    return stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19];
  } catch {
    return undefined;
  }
}

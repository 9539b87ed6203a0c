import type { Clock } from '../../ports/clock.js';
import type { Ids } from '../../ports/ids.js';

const CROCKFORD = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
const RANDOM_BITS = 80n;
const TIME_LENGTH = 10;
const RANDOM_LENGTH = 16;

/**
 * ULIDs (https://github.com/ulid/spec): 26 characters of Crockford's base 32, 48 bits of time before 80 of chance.
 * Within one millisecond, or when the clock goes back, the next id is the last one plus one, so that the order of
 * making is kept.
 */
export function createIds(clock: Pick<Clock, 'now'>, randomBytes: (count: number) => Uint8Array): Ids {
  let last = -1n;
  return {
    next: () => {
      const chance = BigInt(`0x${Buffer.from(randomBytes(Number(RANDOM_BITS) / 8)).toString('hex')}`);
      const fresh = (BigInt(Math.floor(clock.now())) << RANDOM_BITS) | chance;
      last = fresh >> RANDOM_BITS > last >> RANDOM_BITS ? fresh : last + 1n;
      return encode(last, TIME_LENGTH + RANDOM_LENGTH);
    },
  };
}

function encode(value: bigint, length: number): string {
  const digits = Array.from({ length }, (_, place) =>
    CROCKFORD.charAt(Number((value >> (5n * BigInt(length - 1 - place))) & 31n)),
  );
  return digits.join('');
}

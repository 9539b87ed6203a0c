/** A set of pairs of numbers from 1 and from 0 up, without an object for any of them. */
export class PairSet {
  /** Two numbers a slot; a first one of 0 is an empty slot. */
  private slots = new Int32Array(2 << 12);
  private mask = (1 << 12) - 1;
  private count = 0;

  has(one: number, other: number): boolean {
    return this.slots[this.slotOf(one, other)] !== 0;
  }

  /** Adds a pair; returns whether it is new. */
  add(one: number, other: number): boolean {
    const slot = this.slotOf(one, other);
    if (this.slots[slot] !== 0) return false;
    this.slots[slot] = one;
    this.slots[slot + 1] = other;
    this.count += 1;
    if (this.count * 2 > this.mask) this.widen();
    return true;
  }

  /** Where a pair is, or where it would be: the first free slot from where it belongs. */
  private slotOf(one: number, other: number): number {
    const { slots, mask } = this;
    let hash = Math.imul(one, 0x9e3779b1) ^ Math.imul(other, 0x85ebca6b);
    hash ^= hash >>> 15;
    for (let at = hash & mask; ; at = (at + 1) & mask) {
      const found = slots[2 * at];
      if (found === 0 || (found === one && slots[2 * at + 1] === other)) return 2 * at;
    }
  }

  private widen(): void {
    const before = this.slots;
    this.slots = new Int32Array(before.length * 2);
    this.mask = this.mask * 2 + 1;
    for (let at = 0; at < before.length; at += 2) {
      const one = before[at] as number;
      if (one === 0) continue;
      const slot = this.slotOf(one, before[at + 1] as number);
      this.slots[slot] = one;
      this.slots[slot + 1] = before[at + 1] as number;
    }
  }
}

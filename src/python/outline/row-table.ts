/**
 * Rows of small integers, each kept once with how often it came: what is said of a program thousands of times, as
 * "this function calls that one", costs one row. Rows keep the order in which they first came.
 */
export class RowTable {
  private rows: Int32Array;
  private slots: Int32Array;
  private length = 0;
  private readonly stride: number;

  /** `width` is how many numbers make a row. */
  constructor(
    private readonly width: number,
    expected = 64,
  ) {
    this.stride = width + 1;
    let size = 16;
    while (size < expected * 2) size *= 2;
    this.rows = new Int32Array((size >>> 1) * this.stride);
    this.slots = new Int32Array(size).fill(-1);
  }

  get size(): number {
    return this.length;
  }

  /** Adds `count` to a row's count; the numbers that a narrower table does not have are ignored. */
  add(count: number, a: number, b: number, c = 0, d = 0, e = 0): void {
    if (this.length * 2 >= this.slots.length) this.grow();
    let slot = hash(a, b, c, d, e) & (this.slots.length - 1);
    for (;;) {
      const row = this.slots[slot] as number;
      if (row < 0) break;
      if (this.isAt(row * this.stride, a, b, c, d, e)) {
        const at = row * this.stride + this.width;
        this.rows[at] = (this.rows[at] as number) + count;
        return;
      }
      slot = (slot + 1) & (this.slots.length - 1);
    }
    this.slots[slot] = this.length;
    this.write(this.length * this.stride, count, a, b, c, d, e);
    this.length += 1;
  }

  /** All rows, one after the other, each followed by its count. */
  toArray(): Int32Array {
    return this.rows.slice(0, this.length * this.stride);
  }

  private isAt(at: number, a: number, b: number, c: number, d: number, e: number): boolean {
    const { rows, width } = this;
    return (
      rows[at] === a &&
      rows[at + 1] === b &&
      (width < 3 || rows[at + 2] === c) &&
      (width < 4 || rows[at + 3] === d) &&
      (width < 5 || rows[at + 4] === e)
    );
  }

  private write(at: number, count: number, a: number, b: number, c: number, d: number, e: number): void {
    const { rows, width } = this;
    rows[at] = a;
    rows[at + 1] = b;
    if (width > 2) rows[at + 2] = c;
    if (width > 3) rows[at + 3] = d;
    if (width > 4) rows[at + 4] = e;
    rows[at + width] = count;
  }

  private grow(): void {
    const { rows, width, stride } = this;
    this.rows = new Int32Array(rows.length * 2);
    this.rows.set(rows);
    this.slots = new Int32Array(this.slots.length * 2).fill(-1);
    const mask = this.slots.length - 1;
    for (let row = 0; row < this.length; row += 1) {
      const at = row * stride;
      const of = (column: number) => (column < width ? (rows[at + column] as number) : 0);
      let slot = hash(of(0), of(1), of(2), of(3), of(4)) & mask;
      while ((this.slots[slot] as number) >= 0) slot = (slot + 1) & mask;
      this.slots[slot] = row;
    }
  }
}

/** Mixes the numbers of a row so that neighbours come to lie apart. */
function hash(a: number, b: number, c: number, d: number, e: number): number {
  let mixed = Math.imul(a ^ 0x9e3779b9, 0x85ebca6b);
  mixed = Math.imul(mixed ^ (mixed >>> 15) ^ b, 0xc2b2ae35);
  mixed = Math.imul(mixed ^ (mixed >>> 13) ^ c, 0x27d4eb2f);
  mixed = Math.imul(mixed ^ (mixed >>> 15) ^ d, 0x85ebca6b);
  mixed = Math.imul(mixed ^ (mixed >>> 13) ^ e, 0xc2b2ae35);
  return (mixed ^ (mixed >>> 16)) >>> 0;
}

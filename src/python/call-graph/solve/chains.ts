/** For each of many numbers a list that only grows, all of them in a few arrays. Links are from 1 up; 0 ends a list. */
export class Chains {
  private first = new Int32Array(1 << 12);
  private last = new Int32Array(1 << 12);
  private values = new Int32Array(1 << 12);
  private following = new Int32Array(1 << 12);
  private count = 1;

  /** Puts a value at the end of a number's list. */
  push(of: number, value: number): void {
    if (of >= this.first.length) {
      this.first = wider(this.first, of);
      this.last = wider(this.last, of);
    }
    if (this.count === this.values.length) {
      this.values = wider(this.values, this.count);
      this.following = wider(this.following, this.count);
    }
    const link = this.count++;
    this.values[link] = value;
    const before = this.last[of] as number;
    if (before === 0) this.first[of] = link;
    else this.following[before] = link;
    this.last[of] = link;
  }

  /** The first link of a number's list. */
  firstOf(of: number): number {
    return of < this.first.length ? (this.first[of] as number) : 0;
  }

  lastOf(of: number): number {
    return of < this.last.length ? (this.last[of] as number) : 0;
  }

  /** The link after a link. */
  after(link: number): number {
    return this.following[link] as number;
  }

  /** The value at a link. */
  at(link: number): number {
    return this.values[link] as number;
  }
}

/** The same numbers with room for one at a place. */
export function wider(array: Int32Array, place: number): Int32Array<ArrayBuffer> {
  const grown = new Int32Array(Math.max(array.length * 2, place + 1));
  grown.set(array);
  return grown;
}

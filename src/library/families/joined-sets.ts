/** Sets of items that are joined step by step (union–find with halved paths). */
export class JoinedSets {
  private readonly parents = new Map<string, string>();

  /** The item that stands for the set; which one it is depends on the order of joining. */
  representative(item: string): string {
    let at = item;
    for (;;) {
      const parent = this.parents.get(at) ?? at;
      if (parent === at) return at;
      const grandparent = this.parents.get(parent) ?? parent;
      this.parents.set(at, grandparent);
      at = grandparent;
    }
  }

  join(one: string, other: string): void {
    this.parents.set(this.representative(one), this.representative(other));
  }

  areJoined(one: string, other: string): boolean {
    return this.representative(one) === this.representative(other);
  }
}

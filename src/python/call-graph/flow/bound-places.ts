import type { NameScope } from './name-scope.js';

interface Place {
  readonly node: number;
  readonly name: number;
  readonly scope: NameScope;
}

/** Where names are bound, to be asked what a stretch of code binds. */
export class BoundPlaces {
  private readonly places: Place[] = [];

  add(node: number, name: number, scope: NameScope): void {
    this.places.push({ node, name, scope });
  }

  /** Puts the places in order; none are added afterwards. */
  sort(): void {
    this.places.sort((one, other) => one.node - other.node);
  }

  /** The names that are bound between two nodes in a scope, in order. */
  within(from: number, to: number, scope: NameScope): ReadonlySet<number> {
    const found = new Set<number>();
    let low = 0;
    for (let high = this.places.length; low < high;) {
      const middle = (low + high) >>> 1;
      if ((this.places[middle] as Place).node < from) low = middle + 1;
      else high = middle;
    }
    for (let at = low; at < this.places.length; at += 1) {
      const place = this.places[at] as Place;
      if (place.node >= to) break;
      if (place.scope === scope) found.add(place.name);
    }
    return found;
  }
}

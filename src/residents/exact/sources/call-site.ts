import type { SyntaxNode } from '../../../syntax/parse-python.js';
import type { ModuleIndex } from './module-index.js';

/** A place that calls a symbol. */
export interface CallSite {
  readonly index: ModuleIndex;
  readonly call: SyntaxNode;
  /** Positional arguments before those of the symbol: the receiver, or the callable that `partial` is given. */
  readonly skip: number;
  /** `functools.partial(symbol, …)`: what it leaves open is given elsewhere. */
  readonly isPartial: boolean;
}

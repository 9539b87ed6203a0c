export type ParameterKind =
  'positional-only' | 'positional-or-keyword' | 'var-positional' | 'keyword-only' | 'var-keyword';

/** One parameter of a Python callable, as its source or its use shows it. */
export interface Parameter {
  /** Empty when only uses are known and none names it: whoever provides it keeps its own name. */
  readonly name: string;
  readonly kind: ParameterKind;
  /** The annotation's source text, white space normalised. */
  readonly annotation?: string;
  /** The default's source text. */
  readonly defaultValue?: string;
  /** What a docstring or the default says of its type where no annotation does; documentation, not a promise. */
  readonly inferredType?: string;
}

/** A Python call signature; `self`/`cls` of methods are left out. */
export interface Signature {
  /**
   * True when it was read off from calls rather than from a definition: it shows how the symbol is called
   * (keywords, number of positional arguments, types of literals) and may lack parameters.
   */
  readonly isInferred?: boolean;
  readonly parameters: readonly Parameter[];
  readonly returns?: string;
  /** What a docstring or the return statements say where no annotation does. */
  readonly inferredReturns?: string;
  readonly isAsync: boolean;
}

export type ExportKind = 'function' | 'class' | 'constant';

/** An exception that a callable raises by its own statements or by its documentation. */
export interface RaisedException {
  /** As the source names it: `ValueError`, `errors.NotFound`. */
  readonly name: string;
  /** The condition it is raised under, source text; absent when it is none or not known. */
  readonly condition?: string;
  /** The docstring's words about it. */
  readonly description?: string;
}

/** What a callable's own source says of how it behaves, besides its signature; what is not known is absent. */
export interface CallableContract {
  readonly docstring?: string;
  readonly raises?: readonly RaisedException[];
  /** Sentences about what must hold when it is called, from the guards and assertions that it begins with. */
  readonly preconditions?: readonly string[];
}

/** A public method or property of an exported class. */
export interface ExportedMethod extends CallableContract {
  readonly name: string;
  readonly signature: Signature;
  /** How it is bound; absent for an ordinary method. */
  readonly binding?: 'class' | 'static' | 'property';
}

/** A name a module offers, with what is known of how it is used (PEP 3107, PEP 484 annotations as text). */
export interface ExportedSymbol extends CallableContract {
  readonly name: string;
  readonly kind: ExportKind;
  /** Of a function, or of a class its constructor; absent when nothing is known. */
  readonly signature?: Signature;
  /** Public methods of a class. */
  readonly methods?: readonly ExportedMethod[];
  /** Of a class: its bases as the source names them; absent when it has none. */
  readonly bases?: readonly string[];
  /** Calls of it elsewhere in its repository, as they are written, each once. */
  readonly observedCalls?: readonly string[];
}

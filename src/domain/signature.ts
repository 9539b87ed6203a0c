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
  readonly isAsync: boolean;
}

export type ExportKind = 'function' | 'class' | 'constant';

/** A name a module offers, with what is known of how it is used (PEP 3107, PEP 484 annotations as text). */
export interface ExportedSymbol {
  readonly name: string;
  readonly kind: ExportKind;
  /** Of a function, or of a class its constructor; absent when nothing is known. */
  readonly signature?: Signature;
  /** Public methods of a class. */
  readonly methods?: readonly { readonly name: string; readonly signature: Signature }[];
  readonly docstring?: string;
}

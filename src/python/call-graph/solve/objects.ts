/** What a value can be; `a` and `b` of an object mean what is said here. */
export const FUNCTION = 0; // a: function
export const CLASS = 1; // a: class
export const INSTANCE = 2; // a: class
export const MODULE = 3; // a: module
export const EXTERNAL = 4; // a: name, dotted
export const BUILTIN = 5; // a: name
export const BOUND = 6; // a: what is called, b: the receiver
export const STATIC = 7; // a: what is called
export const CLASS_METHOD = 8; // a: what is called
export const PROPERTY = 9; // a: getter, b: setter or -1
export const ACCESSOR = 10; // a: property, b: 0 getter, 1 setter, 2 deleter
export const PARTIAL = 11; // a: instruction of the call that made it
export const SUPER = 12; // a: class, b: the receiver
export const GENERATOR = 13; // a: function
export const METHOD = 14; // a: receiver (of a built-in type), b: name
export const STRING = 15; // a: constant, 's' for any
export const INTEGER = 16; // a: constant, 'i' for any
export const LIST = 17; // a: which, b: length or -1
export const TUPLE = 18;
export const SET = 19;
export const DICT = 20;

/** Whether a kind is that of a built-in container. */
export const isContainer = (kind: number): boolean => kind >= LIST;

/** Objects by number, each with its kind and what tells it from others of that kind. */
export class Objects {
  readonly kinds: number[] = [];
  readonly a: number[] = [];
  readonly b: number[] = [];
  private readonly numbers = new Map<number, number>();

  /** The object of a kind with these parts, the same each time. */
  of(kind: number, a: number, b = 0): number {
    const key = ((a + 1) * 2 ** 25 + (b + 1)) * 32 + kind;
    let object = this.numbers.get(key);
    if (object === undefined) {
      object = this.kinds.length;
      this.kinds.push(kind);
      this.a.push(a);
      this.b.push(b);
      this.numbers.set(key, object);
    }
    return object;
  }

  kind(object: number): number {
    return this.kinds[object] as number;
  }
}

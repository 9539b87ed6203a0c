/** The special methods of operators (Python's reference, sections 3.3.1, 3.3.7 and 3.3.8). */
const METHODS = new Map<string, readonly [method: string, reflected: string]>([
  ['+', ['__add__', '__radd__']],
  ['-', ['__sub__', '__rsub__']],
  ['*', ['__mul__', '__rmul__']],
  ['@', ['__matmul__', '__rmatmul__']],
  ['/', ['__truediv__', '__rtruediv__']],
  ['//', ['__floordiv__', '__rfloordiv__']],
  ['%', ['__mod__', '__rmod__']],
  ['**', ['__pow__', '__rpow__']],
  ['<<', ['__lshift__', '__rlshift__']],
  ['>>', ['__rshift__', '__rrshift__']],
  ['&', ['__and__', '__rand__']],
  ['^', ['__xor__', '__rxor__']],
  ['|', ['__or__', '__ror__']],
  ['<', ['__lt__', '__gt__']],
  ['<=', ['__le__', '__ge__']],
  ['==', ['__eq__', '__eq__']],
  ['!=', ['__ne__', '__ne__']],
  ['>', ['__gt__', '__lt__']],
  ['>=', ['__ge__', '__le__']],
  ['in', ['__contains__', '']],
  ['unary -', ['__neg__', '']],
  ['unary +', ['__pos__', '']],
  ['unary ~', ['__invert__', '']],
]);

/** The method that an operator calls on its left operand; '' for one that calls none, such as `is`. */
export const methodOf = (operator: string): string => METHODS.get(operator)?.[0] ?? '';

/** The method that it calls on its right operand when the left one has none. */
export const reflectedOf = (operator: string): string => METHODS.get(operator)?.[1] ?? '';

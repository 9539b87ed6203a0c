/*
 * Instructions that solving makes on the way, beside those of a file (numbers below 40). The first word is the
 * instruction; they act on each object of the value that they are made to watch.
 */

/** node, receiver, 1 when read through the class: binds what a class holds. */
export const BIND = 40;
/** value, scope, 1 when asynchronous: takes the next value of an iterator. */
export const NEXT = 43;
/** container: takes in what the object holds. */
export const TAKE_INTO = 44;
/** function, position, 1 for `**`: spreads the object over parameters. */
export const SPREAD = 45;
/** dst, kind: makes a function a static method, a class method or a property. */
export const WRAP = 46;
/** value, scope: what iterating over the object gives. */
export const TAKE_FROM = 47;
/** value, scope: `next(object)`. */
export const NEXT_OF = 48;
/** holder, value, scope, 1 to write: the attribute that the object, a string, names. */
export const ATTRIBUTE_NAMED = 49;
/** dst: `type(object)`. */
export const TYPE_OF = 50;
/** dst, class: `super()` for the object as receiver. */
export const SUPER_OF = 51;
/** scope, method, other method: calls the first of them that the object's class defines. */
export const SPECIAL = 52;
/** name, value, scope, 1 to write: the attribute of the object. */
export const ATTRIBUTE = 53;
/** dictionary: takes in the items of the object. */
export const UPDATE = 54;
/** container, value, scope, 1 to write: the item of a container at the place that the object says. */
export const PLACE = 56;
/** operator: the object is its right operand. */
export const REFLECTED = 57;

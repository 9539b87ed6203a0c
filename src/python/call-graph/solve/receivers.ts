import { FUNCTION_FLAG, PARAMETER } from '../flow/module-flow.js';
import type { Machine } from './machine.js';
import { CLASS, INSTANCE } from './objects.js';

/** Methods that get the class without being declared so (Python's reference, section 3.3). */
const OF_CLASS = new Set(['__new__', '__init_subclass__', '__class_getitem__']);

/** Methods that nothing calls have an instance of their own class for a receiver; returns whether one got it now. */
export function seedReceivers({
  functions,
  graph,
  objects,
  scopes,
  strings,
  statics,
  classMethods,
}: Machine): boolean {
  const nameOf = (scope: number) => {
    const name = strings.text(scopes[scope]?.name ?? 0);
    return name.slice(name.lastIndexOf('.') + 1);
  };
  let isChanged = false;
  functions.forEach(({ flags, parameters, scope }, number) => {
    const [, , first] = parameters;
    if ((flags & FUNCTION_FLAG.isMethod) === 0 || first === undefined || !graph.isEmpty(first)) return;
    const owner = scopes[scopes[scope]?.parent ?? -1]?.class ?? -1;
    if (owner < 0 || parameters[1] === PARAMETER.star || statics.has(number)) return;
    const isOfClass = classMethods.has(number) || OF_CLASS.has(nameOf(scope));
    graph.add(first, objects.of(isOfClass ? CLASS : INSTANCE, owner));
    isChanged = true;
  });
  return isChanged;
}

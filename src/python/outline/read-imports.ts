import { fieldNumber, kindOf } from '../../syntax/grammar.js';
import { IMPORT, IMPORT_FLAGS, STAR, WHOLE } from './module-outline.js';
import type { Reading } from './reading.js';

const ALIASED = kindOf('aliased_import');
const WILDCARD = kindOf('wildcard_import');
const NAME = fieldNumber('name');
const ALIAS = fieldNumber('alias');
const MODULE_NAME = fieldNumber('module_name');

/** `import a.b`, `import a.b as c`. */
export function readImport(reading: Reading, node: number): void {
  forNames(reading, node, (dotted, alias) => {
    const [top = dotted] = dotted.split('.', 1);
    const bindsTop = alias === undefined && top !== dotted;
    addImport(reading, {
      level: 0,
      module: dotted,
      symbol: WHOLE,
      local: alias ?? top,
      flags: bindsTop ? IMPORT_FLAGS.bindsTop : 0,
    });
  });
  reading.skipTo(reading.after(node));
}

/** `from .a import b as c, d`, `from a import *`. */
export function readImportFrom(reading: Reading, node: number): void {
  const end = reading.after(node);
  reading.skipTo(end);
  const source = reading.child(node, MODULE_NAME);
  if (source < 0) return;
  const text = reading.textOf(source).replace(/[\s\\]/g, '');
  const level = /^\.*/.exec(text)?.[0].length ?? 0;
  const module = text.slice(level);
  for (let child = node + 1; child < end; child = reading.after(child))
    if (reading.kind(child) === WILDCARD)
      addImport(reading, { level, module, symbol: STAR, local: '*', flags: 0 });
  forNames(reading, node, (name, alias) =>
    addImport(reading, { level, module, symbol: reading.words.number(name), local: alias ?? name, flags: 0 }),
  );
}

interface Imported {
  readonly level: number;
  readonly module: string;
  readonly symbol: number;
  readonly local: string;
  readonly flags: number;
}

function addImport(reading: Reading, { level, module, symbol, local, flags }: Imported): void {
  const { words, scope, owner } = reading;
  const isInner = scope !== reading.module && scope.declaration(words.number(local)) !== 'global';
  const row = reading.imports.length / IMPORT.width;
  const place =
    (isInner ? IMPORT_FLAGS.inner : 0) +
    (reading.at < reading.conditionalEnd ? IMPORT_FLAGS.conditional : 0) +
    (reading.at < reading.typingEnd ? IMPORT_FLAGS.typing : 0);
  reading.imports.push(owner, level, words.number(module), symbol, words.number(local), flags + place);
  if (symbol === STAR) {
    reading.hasStar = true;
    return;
  }
  const target = isInner ? scope : reading.module;
  const known = reading.meanings[target.bound.get(words.number(local)) ?? -1];
  // `import a.b` and `import a.c` bind the same `a`.
  if (known?.kind !== 'import') target.define(words.number(local), reading.meaning({ kind: 'import', row }));
}

function forNames(
  reading: Reading,
  node: number,
  visit: (dotted: string, alias: string | undefined) => void,
): void {
  const { fields } = reading.tree;
  const end = reading.after(node);
  for (let child = node + 1; child < end; child = reading.after(child)) {
    if (fields[child] !== NAME) continue;
    const isAliased = reading.kind(child) === ALIASED;
    const named = isAliased ? reading.child(child, NAME) : child;
    const alias = isAliased ? reading.child(child, ALIAS) : -1;
    if (named >= 0)
      visit(reading.textOf(named).replace(/[\s\\]/g, ''), alias < 0 ? undefined : reading.textOf(alias));
  }
}

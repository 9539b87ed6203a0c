import type { Edit } from '../../../python/edits.js';
import { allDocstringParts } from '../../../python/rename-docstring.js';
import { textOf } from '../../../syntax/parse-python.js';
import { dottedStrings, type DottedString } from '../sources/dotted-strings.js';
import type { ModuleIndex } from '../sources/module-index.js';
import type { Resolver } from '../sources/resolver.js';
import { newModule, privateName, type Layout } from './layout.js';
import { newHome } from './new-home.js';

/**
 * Rewrites strings that name the component's own modules, what is in these, or its resource packages, and dotted
 * module names in docstrings. `resourcePackages` are the dotted names of folders that hold resources.
 */
export function relocateStrings(
  resolver: Resolver,
  layout: Layout,
  index: ModuleIndex,
  resourcePackages: ReadonlySet<string>,
): readonly Edit[] {
  const strings = dottedStrings(resolver, index).map(found => {
    const former = [found.module, ...found.rest].join('.');
    const replacement = newText(resolver, layout, found, resourcePackages);
    return { start: found.start, end: found.start + former.length, replacement };
  });
  return [...strings, ...docstringEdits(resolver, layout, index)];
}

function newText(
  resolver: Resolver,
  layout: Layout,
  { module, rest, namesResources }: DottedString,
  resourcePackages: ReadonlySet<string>,
): string {
  const whole = [module, ...rest].join('.');
  if (resourcePackages.has(whole) && (namesResources || rest.length > 0)) return privateName(layout, whole);
  const [symbol, ...members] = rest;
  if (symbol === undefined) return newModule(layout, module) ?? privateName(layout, module);
  const home = newHome(resolver, layout, { module, symbol });
  return [home.module, home.symbol, ...members].join('.');
}

function docstringEdits(resolver: Resolver, layout: Layout, index: ModuleIndex): readonly Edit[] {
  return allDocstringParts(index.source.tree).flatMap(part =>
    [...textOf(index.source.tree, part).matchAll(/(?<![\w.])[A-Za-z_]\w*(?:\.[A-Za-z_]\w*)+/g)].flatMap(
      match => {
        const parts = match[0].split('.');
        for (let length = parts.length; length > 1; length -= 1) {
          const module = parts.slice(0, length).join('.');
          const replacement = resolver.module(module) && newModule(layout, module);
          const start = part.start + match.index;
          if (replacement !== undefined) return [{ start, end: start + module.length, replacement }];
        }
        return [];
      },
    ),
  );
}

import { fieldOf, textOf, walk, type SyntaxNode, type SyntaxTree } from '../../syntax/parse-python.js';

/** How a name is used at one place. */
export interface Surroundings {
  /** Attributes read off it: `b`, `c` of `a.b.c`. */
  readonly chain: readonly string[];
  readonly isCall: boolean;
  /** Names given right after it as text: `"now"` of `setattr(clock, "now", …)`. */
  readonly probes: readonly string[];
}

export const ALONE: Surroundings = { chain: [], isCall: false, probes: [] };

/** What stands around each identifier that has anything around it, by the identifier's offset. */
export function readSurroundings(tree: SyntaxTree): ReadonlyMap<number, Surroundings> {
  const found = new Map<number, Surroundings>();
  const add = (node: SyntaxNode, more: Partial<Surroundings>) => {
    const chain = chainOf(tree, node);
    if (chain === undefined) return;
    const known = found.get(chain.start);
    // Parents come first, so the longest chain is met first; what is said of a shorter one is not said of it.
    if (known !== undefined && known.chain.length > chain.names.length) return;
    found.set(chain.start, { ...(known ?? ALONE), chain: chain.names, ...more });
  };
  for (const node of walk(tree.root)) {
    if (node.type === 'attribute') add(node, {});
    else if (node.type === 'call') {
      const callee = fieldOf(node, 'function');
      if (callee !== undefined) add(callee, { isCall: true });
    } else if (node.type === 'argument_list') {
      node.children.forEach((argument, index) => {
        const name = literalText(tree, node.children[index + 1]);
        if (name !== undefined) add(argument, { probes: [name] });
      });
    }
  }
  return found;
}

/** The text of a string literal without prefix, escapes and interpolations, or undefined. */
export function literalText(tree: SyntaxTree, node: SyntaxNode | undefined): string | undefined {
  const [start, content, end] = node?.type === 'string' ? node.children : [];
  if (start === undefined || content?.type !== 'string_content' || end?.type !== 'string_end')
    return undefined;
  return /[bf]/i.test(textOf(tree, start)) ? undefined : textOf(tree, content);
}

/** The attributes that follow a name inside a quoted type, which ends at `end`. */
export function quotedChain({ text }: SyntaxTree, end: number): readonly string[] {
  const chain = /^(\s*\.\s*[A-Za-z_]\w*)*/.exec(text.slice(end, end + 200))?.[0] ?? '';
  return chain.split('.').flatMap(part => (part.trim() === '' ? [] : [part.trim()]));
}

/** `a.b.c` as the offset of `a` and the names after it, or undefined when it does not begin with a name. */
function chainOf(
  tree: SyntaxTree,
  node: SyntaxNode,
): { readonly start: number; readonly names: readonly string[] } | undefined {
  if (node.type === 'identifier') return { start: node.start, names: [] };
  const object = node.type === 'attribute' ? fieldOf(node, 'object') : undefined;
  const attribute = fieldOf(node, 'attribute');
  const before = object === undefined ? undefined : chainOf(tree, object);
  return before && attribute && { start: before.start, names: [...before.names, textOf(tree, attribute)] };
}

import type { SyntaxNode } from '../../syntax/parse-python.js';

/** A name in a `case` pattern: captured, or read as a value or a class (PEP 634). */
export interface PatternName {
  readonly node: SyntaxNode;
  readonly role: 'read' | 'write';
}

/** The names of a pattern in source order: a bare name captures, a dotted one and a class name are read. */
export function patternNames(pattern: SyntaxNode): readonly PatternName[] {
  return pattern.children.flatMap((child): readonly PatternName[] => {
    const [first, ...rest] = child.children;
    switch (child.type) {
      case 'identifier':
        return [{ node: child, role: 'write' }];
      case 'dotted_name':
        return first === undefined ? [] : [{ node: first, role: rest.length > 0 ? 'read' : 'write' }];
      case 'class_pattern': {
        const name = first?.children[0];
        const parts = patternNames({ ...child, children: rest });
        return name === undefined ? parts : [{ node: name, role: 'read' }, ...parts];
      }
      case 'keyword_pattern':
        return patternNames({ ...child, children: rest });
      default:
        return patternNames(child);
    }
  });
}

import { fieldOf, textOf, type SyntaxNode, type SyntaxTree } from '../../syntax/parse-python.js';
import {
  createScope,
  type ModuleScopes,
  type Occurrence,
  type Role,
  type Scope,
  type ScopeKind,
} from './scope.js';

/**
 * Finds every scope of a module and every occurrence of a name, each with the scope it is looked up from
 * (Python reference, section 4.2). Bindings made anywhere in a scope hold for the whole of it.
 */
export function analyseScopes(tree: SyntaxTree): ModuleScopes {
  const visitor = new ScopeVisitor(tree);
  return { module: visitor.module, occurrences: visitor.occurrences };
}

class ScopeVisitor {
  readonly module: Scope;
  readonly occurrences: Occurrence[] = [];

  constructor(private readonly tree: SyntaxTree) {
    this.module = createScope('module', tree.root, undefined);
    this.visitChildren(tree.root, this.module);
  }

  private visit(node: SyntaxNode, scope: Scope): void {
    switch (node.type) {
      case 'identifier':
        return this.record(node, 'read', scope);
      case 'attribute':
        return this.visitField(node, 'object', scope);
      case 'keyword_argument':
        return this.visitField(node, 'value', scope);
      case 'function_definition':
        return this.visitFunction(node, scope);
      case 'class_definition':
        return this.visitClass(node, scope);
      case 'lambda':
        return this.visitCallable(node, scope, 'lambda');
      case 'list_comprehension':
      case 'set_comprehension':
      case 'dictionary_comprehension':
      case 'generator_expression':
        return this.visitComprehension(node, scope);
      case 'assignment':
      case 'augmented_assignment':
      case 'for_statement':
        return this.visitBinding(node, 'left', scope);
      case 'named_expression':
        return this.visitBinding(node, 'name', scope, walrusScope(scope));
      case 'as_pattern_target':
        return this.bindTarget(node, scope);
      case 'except_clause':
        return this.visitBinding(node, 'alias', scope);
      case 'delete_statement':
        return this.bindTarget(node, scope, 'delete');
      case 'global_statement':
      case 'nonlocal_statement':
        return this.declare(node, scope);
      case 'import_statement':
      case 'import_from_statement':
        return this.visitImport(node, scope);
      case 'case_pattern':
        return this.visitPattern(node, scope);
      case 'type_alias_statement':
        return this.visitTypeAlias(node, scope);
      case 'type':
        return this.visitAnnotation(node, scope);
      default:
        return this.visitChildren(node, scope);
    }
  }

  private visitChildren(node: SyntaxNode, scope: Scope): void {
    for (const child of node.children) this.visit(child, scope);
  }

  private visitField(node: SyntaxNode, field: string, scope: Scope): void {
    const child = fieldOf(node, field);
    if (child !== undefined) this.visit(child, scope);
  }

  private record(node: SyntaxNode, role: Role, scope: Scope): void {
    const name = textOf(this.tree, node);
    if (role === 'write' || role === 'parameter' || role === 'delete') scope.bound.add(name);
    this.occurrences.push({ name, role, start: node.start, end: node.end, line: node.startLine, scope });
  }

  private visitFunction(node: SyntaxNode, scope: Scope): void {
    const name = fieldOf(node, 'name');
    if (name !== undefined) this.record(name, 'write', scope);
    this.visitCallable(node, this.typeParameterScope(node, scope), 'function');
  }

  /** Defaults and annotations belong to the enclosing scope, parameters and the body to the new one. */
  private visitCallable(node: SyntaxNode, outer: Scope, kind: ScopeKind): void {
    const inner = createScope(kind, node, outer);
    const parameters = fieldOf(node, 'parameters');
    for (const parameter of parameters?.children ?? []) this.visitParameter(parameter, outer, inner);
    this.visitField(node, 'return_type', outer);
    this.visitField(node, 'body', inner);
  }

  private visitParameter(node: SyntaxNode, outer: Scope, inner: Scope): void {
    if (node.type === 'identifier') return this.record(node, 'parameter', inner);
    if (node.type === 'keyword_separator' || node.type === 'positional_separator') return;
    for (const child of node.children) {
      if (child.field === 'value' || child.field === 'type') this.visit(child, outer);
      else this.visitParameter(child, outer, inner);
    }
  }

  private visitClass(node: SyntaxNode, scope: Scope): void {
    const name = fieldOf(node, 'name');
    if (name !== undefined) this.record(name, 'write', scope);
    const outer = this.typeParameterScope(node, scope);
    this.visitField(node, 'superclasses', outer);
    this.visitField(node, 'body', createScope('class', node, outer));
  }

  /** PEP 695: type parameters live in a scope between the definition and what surrounds it. */
  private typeParameterScope(node: SyntaxNode, scope: Scope): Scope {
    const list = fieldOf(node, 'type_parameters');
    return list === undefined
      ? scope
      : this.bindTypeParameters(list, createScope('type-parameters', node, scope));
  }

  private bindTypeParameters(list: SyntaxNode, scope: Scope): Scope {
    for (const parameter of list.children) {
      const [name, ...bounds] = identifiersIn(parameter);
      if (name !== undefined) this.record(name, 'parameter', scope);
      for (const bound of bounds) this.record(bound, 'read', scope);
    }
    return scope;
  }

  private visitTypeAlias(node: SyntaxNode, scope: Scope): void {
    const left = fieldOf(node, 'left');
    const right = fieldOf(node, 'right');
    if (left === undefined || right === undefined) return;
    const [name] = identifiersIn(left);
    if (name !== undefined) this.record(name, 'write', scope);
    const inner = createScope('type-parameters', node, scope);
    const list = left.children[0]?.children.find(child => child.type === 'type_parameter');
    if (list !== undefined) this.bindTypeParameters(list, inner);
    this.visit(right, inner);
  }

  /** The first iterable is evaluated outside; everything else inside (Python reference, section 6.2.4). */
  private visitComprehension(node: SyntaxNode, scope: Scope): void {
    const inner = createScope('comprehension', node, scope);
    let isFirst = true;
    for (const clause of node.children.filter(child => child.type === 'for_in_clause')) {
      for (const child of clause.children) {
        if (child.field === 'left') this.bindTarget(child, inner);
        else this.visit(child, isFirst && child.field === 'right' ? scope : inner);
      }
      isFirst = false;
    }
    for (const child of node.children) if (child.type !== 'for_in_clause') this.visit(child, inner);
  }

  private visitBinding(node: SyntaxNode, targetField: string, scope: Scope, targetScope = scope): void {
    for (const child of node.children) {
      if (child.field === targetField) this.bindTarget(child, targetScope);
      else this.visit(child, scope);
    }
  }

  /** A target binds its names; subscripts and attributes in it only read theirs. */
  private bindTarget(node: SyntaxNode, scope: Scope, role: Role = 'write'): void {
    if (node.type === 'identifier') return this.record(node, role, scope);
    if (node.type === 'attribute' || node.type === 'subscript') return this.visit(node, scope);
    for (const child of node.children) this.bindTarget(child, scope, role);
  }

  private declare(node: SyntaxNode, scope: Scope): void {
    const names = node.type === 'global_statement' ? scope.declaredGlobal : scope.declaredNonlocal;
    for (const child of node.children) {
      if (child.type !== 'identifier') continue;
      names.add(textOf(this.tree, child));
      // The declaration itself moves with a renamed name, and `global` makes the module bind it.
      this.record(child, 'read', scope);
      if (node.type === 'global_statement') this.module.bound.add(textOf(this.tree, child));
    }
  }

  private visitImport(node: SyntaxNode, scope: Scope): void {
    for (const child of node.children) {
      if (child.field !== 'name') continue;
      const local = child.type === 'aliased_import' ? fieldOf(child, 'alias') : child.children[0];
      if (local !== undefined) this.record(local, 'write', scope);
    }
  }

  /** PEP 634: a bare name captures, a dotted one and a class name are read. */
  private visitPattern(node: SyntaxNode, scope: Scope): void {
    for (const child of node.children) {
      const [first, second] = child.children;
      if (child.type === 'dotted_name' && first !== undefined)
        this.record(first, second ? 'read' : 'write', scope);
      else if (child.type === 'class_pattern' && first !== undefined) this.visitClassPattern(child, scope);
      else if (child.type === 'keyword_pattern')
        this.visitPattern({ ...child, children: child.children.slice(1) }, scope);
      else if (child.type === 'identifier') this.record(child, 'write', scope);
      else this.visitPattern(child, scope);
    }
  }

  private visitClassPattern(node: SyntaxNode, scope: Scope): void {
    const [name, ...rest] = node.children;
    const read = name?.children[0];
    if (read !== undefined) this.record(read, 'read', scope);
    this.visitPattern({ ...node, children: rest }, scope);
  }

  /** An annotation may be a string: the names in it are read too, at the places where they stand. */
  private visitAnnotation(node: SyntaxNode, scope: Scope): void {
    for (const child of node.children) {
      if (child.type === 'string') this.readString(child, scope);
      else this.visit(child, scope);
    }
  }

  private readString(node: SyntaxNode, scope: Scope): void {
    for (const part of node.children.filter(child => child.type === 'string_content')) {
      const text = textOf(this.tree, part);
      if (text.includes('\\')) continue;
      for (const match of text.matchAll(/(?<![\w.])[A-Za-z_]\w*/g)) {
        const start = part.start + match.index;
        const end = start + match[0].length;
        this.occurrences.push({ name: match[0], role: 'string', start, end, line: part.startLine, scope });
      }
    }
  }
}

/** A walrus in a comprehension binds outside of it (PEP 572). */
function walrusScope(scope: Scope): Scope {
  return scope.kind === 'comprehension' && scope.parent !== undefined ? walrusScope(scope.parent) : scope;
}

function identifiersIn(node: SyntaxNode): readonly SyntaxNode[] {
  return node.type === 'identifier' ? [node] : node.children.flatMap(identifiersIn);
}

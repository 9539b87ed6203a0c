import { fieldOf, textOf, type SyntaxNode, type SyntaxTree } from '../../syntax/parse-python.js';
import { quotedNames, quotedTypeArgument, typeParts, type StringMeaning } from './annotation-names.js';
import { patternNames } from './match-patterns.js';
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
      case 'call':
        return this.visitCall(node, scope);
      case 'function_definition':
        return this.visitFunction(node, scope);
      case 'class_definition':
        return this.visitClass(node, scope);
      case 'lambda':
        return this.visitCallable(node, scope, scope, 'lambda');
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
      case 'delete_statement':
        return this.bindTarget(node, scope, 'delete');
      case 'global_statement':
      case 'nonlocal_statement':
        return this.declare(node, scope);
      case 'import_statement':
      case 'import_from_statement':
      case 'future_import_statement':
        return this.visitImport(node, scope);
      case 'case_pattern':
        return patternNames(node).forEach(name => this.record(name.node, name.role, scope));
      case 'type_alias_statement':
        return this.visitTypeAlias(node, scope);
      case 'type':
        return this.visitAnnotation(node, scope, 'type');
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

  private visitCall(node: SyntaxNode, scope: Scope): void {
    const quoted = quotedTypeArgument(this.tree, node);
    if (quoted !== undefined) this.recordQuoted(quoted, scope);
    this.visitChildren(node, scope);
  }

  private visitFunction(node: SyntaxNode, scope: Scope): void {
    const name = fieldOf(node, 'name');
    if (name !== undefined) this.record(name, 'write', scope);
    this.visitCallable(node, scope, this.typeParameterScope(node, scope), 'function');
  }

  /**
   * Defaults belong to the enclosing scope, annotations to it and the type parameters between, parameters and the
   * body to the new one.
   */
  private visitCallable(node: SyntaxNode, enclosing: Scope, generic: Scope, kind: ScopeKind): void {
    const inner = createScope(kind, node, generic);
    const visitParameter = (parameter: SyntaxNode): void => {
      if (parameter.type === 'identifier') return this.record(parameter, 'parameter', inner);
      for (const child of parameter.children) {
        if (child.field === 'value') this.visit(child, enclosing);
        else if (child.field === 'type') this.visit(child, generic);
        else visitParameter(child);
      }
    };
    fieldOf(node, 'parameters')?.children.forEach(visitParameter);
    this.visitField(node, 'return_type', generic);
    this.visitField(node, 'body', inner);
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
    const target = left.children[0]?.type;
    if (target !== 'identifier' && target !== 'generic_type') {
      // The grammar takes `type(self).attribute = value` for an alias.
      this.visitChildren(left, scope);
      return this.visitChildren(right, scope);
    }
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

  /** Names are read as anywhere; a string in the place of a type is read as the type it holds. */
  private visitAnnotation(node: SyntaxNode, scope: Scope, meaning: StringMeaning): void {
    if (node.type === 'string' && meaning === 'type') return this.recordQuoted(node, scope);
    const parts = typeParts(this.tree, node, meaning);
    if (parts === undefined) return this.visit(node, scope);
    for (const part of parts) this.visitAnnotation(part.node, scope, part.meaning);
  }

  private recordQuoted(string: SyntaxNode, scope: Scope): void {
    for (const quoted of quotedNames(this.tree, string))
      this.occurrences.push({ ...quoted, role: 'string', scope });
  }
}

/** A walrus in a comprehension binds outside of it (PEP 572). */
function walrusScope(scope: Scope): Scope {
  return scope.kind === 'comprehension' && scope.parent !== undefined ? walrusScope(scope.parent) : scope;
}

function identifiersIn(node: SyntaxNode): readonly SyntaxNode[] {
  return node.type === 'identifier' ? [node] : node.children.flatMap(identifiersIn);
}

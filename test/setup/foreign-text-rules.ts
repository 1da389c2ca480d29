import { parseSync } from 'vite';

/** A node of the syntax tree. */
interface SyntaxNode {
  readonly type: string;
  readonly start: number;
  readonly end: number;
  readonly [member: string]: unknown;
}

/** A name, and the expression that initializes it. */
interface Binding {
  readonly name: string;
  /** The function, block or program that declares it. */
  readonly scope: SyntaxNode;
  /** `undefined` for a parameter. */
  readonly init?: SyntaxNode | undefined;
  /** The default value of a destructured name. */
  readonly fallback?: SyntaxNode | undefined;
  /** `true` if it is a member of `init` (`const { a } = init`), not `init` itself. */
  readonly isMember: boolean;
}

/** A finding in one file. */
export interface ForeignText {
  readonly path: string;
  readonly line: number;
  /** The source text of the expression. */
  readonly expression: string;
}

/** Functions that always return text without invisible characters. */
const cleaners: ReadonlySet<string> = new Set([
  'escapeUnseen',
  'quoteSafely',
  'toSafeJson',
  'agentNames',
  'pathText',
  'explainMark',
  'explainHiddenMark',
  'labelMark',
  // Names a state with interface strings, which escape their arguments.
  'stateWords',
  'renderPart',
  'createElement',
  'cloneElement',
  'Number',
  'useId',
]);

/** Hooks that return interface strings or number and time formats. Interface strings escape their arguments. */
const wordHooks: ReadonlySet<string> = new Set(['useWords', 'useStrings', 'useFormat']);

/** Names of parameters that hold interface strings or formats. */
const wordNames: ReadonlySet<string> = new Set(['strings', 'words', 'format', 'feed']);

/** Attributes that are displayed or read aloud. */
const textAttribute =
  /^(?:title|alt|label|placeholder|aria-(?:label|description|valuetext|roledescription|placeholder))$/;

/**
 * Props that a component renders unchanged: elements of the app or of the kit. The check applies where they
 * are created.
 */
const slots: ReadonlySet<string> = new Set(
  'children actions footer aside aboveComposer emptyState field meanwhile refusals replaced'.split(' '),
);

/** Render functions of an app. */
const isRenderer = /^(?:children|group|item|show|render(?:[A-Z]\w*)?)$/;

const isNode = (value: unknown): value is SyntaxNode =>
  typeof value === 'object' && value !== null && typeof Object(value).type === 'string';

const childrenOf = (node: SyntaxNode): readonly SyntaxNode[] => Object.values(node).flat().filter(isNode);

const isFunction = (node: SyntaxNode): boolean => /Function/.test(node.type) && 'params' in node;

/**
 * Finds text that a component renders without escaping its invisible characters. An expression counts as clean
 * when it is a literal, a number, an element, an interface string, the result of a cleaner, or composed of
 * these.
 */
export function findForeignText(path: string, source: string): readonly ForeignText[] {
  const { program, errors } = parseSync(path, source);
  const [error] = errors;
  if (error) throw new Error(`${path}: ${error.message}`);
  const file = new SourceFile(program as unknown as SyntaxNode); // every node of the tree has this shape
  return file.findRendered().map((node) => ({
    path,
    line: source.slice(0, node.start).split('\n').length,
    expression: source.slice(node.start, node.end).replace(/\s+/g, ' '),
  }));
}

class SourceFile {
  readonly #program: SyntaxNode;
  readonly #bindings: Binding[] = [];
  readonly #rendered: SyntaxNode[] = [];

  constructor(program: SyntaxNode) {
    this.#program = program;
    this.#read(program, program);
  }

  /** The rendered expressions that are not clean. */
  findRendered(): readonly SyntaxNode[] {
    return this.#rendered.filter((node) => !this.#isClean(node, new Set()));
  }

  #read(node: SyntaxNode, scope: SyntaxNode): void {
    const inner = isFunction(node) || node.type === 'BlockStatement' ? node : scope;
    if (isFunction(node)) {
      for (const param of list(node.params)) this.#bind(param, { scope: node, isMember: false });
      if (isNode(node.id) && node.type === 'FunctionDeclaration')
        this.#bindings.push({ name: String(node.id.name), scope, init: node, isMember: false });
    }
    if (node.type === 'VariableDeclarator' && isNode(node.id))
      this.#bind(node.id, { scope, isMember: false, init: isNode(node.init) ? node.init : undefined });
    if (node.type === 'JSXElement' || node.type === 'JSXFragment') this.#readElement(node);
    for (const child of childrenOf(node)) this.#read(child, inner);
  }

  #bind(pattern: SyntaxNode, found: Omit<Binding, 'name'>): void {
    if (pattern.type === 'Identifier') this.#bindings.push({ ...found, name: String(pattern.name) });
    else if (pattern.type === 'AssignmentPattern' && isNode(pattern.left))
      this.#bind(pattern.left, { ...found, fallback: isNode(pattern.right) ? pattern.right : undefined });
    else if (pattern.type === 'ObjectPattern')
      for (const property of list(pattern.properties))
        if (isNode(property.value)) this.#bind(property.value, { ...found, isMember: true });
        else if (isNode(property.argument)) this.#bind(property.argument, { scope: found.scope, isMember: true });
    if (pattern.type === 'ArrayPattern')
      for (const item of list(pattern.elements)) this.#bind(item, { ...found, isMember: true });
  }

  #readElement(node: SyntaxNode): void {
    for (const child of list(node.children))
      if (child.type === 'JSXExpressionContainer' && isNode(child.expression)) this.#rendered.push(child.expression);
    const opening = node.openingElement;
    if (!isNode(opening) || !isNode(opening.name)) return;
    // A component's props are checked inside that component, where it renders them.
    const isElement = /^[a-z]/.test(nameOf(opening.name));
    for (const { name, value } of list(opening.attributes)) {
      if (!isNode(value) || value.type !== 'JSXExpressionContainer' || !isNode(value.expression)) continue;
      const isRendered = isElement ? textAttribute.test(nameOf(name)) : slots.has(nameOf(name));
      if (isRendered) this.#rendered.push(value.expression);
    }
  }

  #isClean(node: SyntaxNode, seen: Set<unknown>): boolean {
    const clean = (part: unknown): boolean => isNode(part) && this.#isClean(part, seen);
    switch (node.type) {
      case 'Literal':
      case 'JSXElement':
      case 'JSXFragment':
      case 'JSXEmptyExpression':
      case 'BinaryExpression':
        return node.operator !== '+' || (clean(node.left) && clean(node.right));
      case 'UnaryExpression':
        return true;
      case 'TemplateLiteral':
        return list(node.expressions).every(clean);
      case 'ConditionalExpression':
        return clean(node.consequent) && clean(node.alternate);
      case 'LogicalExpression':
        return clean(node.right) && (node.operator === '&&' || clean(node.left));
      case 'ArrayExpression':
        return list(node.elements).every(clean);
      case 'TSAsExpression':
      case 'TSSatisfiesExpression':
      case 'TSNonNullExpression':
      case 'ParenthesizedExpression':
      case 'ChainExpression':
      case 'SpreadElement':
        return clean(node.expression ?? node.argument);
      case 'CallExpression':
        return this.#isCleanCall(node, seen);
      case 'MemberExpression':
        return nameOf(node.property) === 'length' || slots.has(nameOf(node.property)) || this.#isWords(node, seen);
      case 'ArrowFunctionExpression':
        return this.#returnsClean(node, seen);
      case 'Identifier':
        return this.#isCleanName(node, seen);
      default:
        return false;
    }
  }

  #isCleanCall(node: SyntaxNode, seen: Set<unknown>): boolean {
    const { callee } = node;
    if (!isNode(callee)) return false;
    if (this.#isWords(callee, seen)) return true;
    const called = nameOf(callee.type === 'MemberExpression' ? callee.property : callee);
    if (isRenderer.test(called)) return true;
    if (callee.type === 'Identifier') {
      if (cleaners.has(String(callee.name))) return true;
      if (callee.name === 'useMemo') return this.#returnsClean(list(node.arguments)[0], seen);
      const found = this.#find(callee);
      return found?.init !== undefined && this.#returnsClean(found.init, seen);
    }
    if (callee.type !== 'MemberExpression' || !isNode(callee.object)) return false;
    const method = nameOf(callee.property);
    if (nameOf(callee.object) === 'Math') return true;
    if (nameOf(callee.object) === 'Array') return this.#returnsClean(list(node.arguments)[1], seen);
    if (method === 'map' || method === 'flatMap') return this.#returnsClean(list(node.arguments)[0], seen);
    // The other string methods never add characters.
    if (/^(?:join|filter|slice|trim|toUpperCase|toLocaleString)$/.test(method))
      return this.#isClean(callee.object, seen);
    return false;
  }

  /** Returns `true` if everything that a function returns is clean. */
  #returnsClean(node: SyntaxNode | undefined, seen: Set<unknown>): boolean {
    if (node === undefined || seen.has(node)) return node !== undefined;
    seen.add(node);
    if (!isFunction(node)) return cleaners.has(nameOf(node));
    if (isNode(node.body) && node.body.type !== 'BlockStatement') return this.#isClean(node.body, seen);
    const returned: SyntaxNode[] = [];
    const walk = (at: SyntaxNode): void => {
      if (at.type === 'ReturnStatement' && isNode(at.argument)) returned.push(at.argument);
      for (const child of childrenOf(at)) if (!isFunction(child)) walk(child);
    };
    if (isNode(node.body)) walk(node.body);
    return returned.length > 0 && returned.every((value) => this.#isClean(value, seen));
  }

  #isCleanName(node: SyntaxNode, seen: Set<unknown>): boolean {
    if (node.name === 'undefined' || slots.has(String(node.name))) return true;
    const found = this.#find(node);
    if (found === undefined) return false;
    if (seen.has(found)) return true;
    seen.add(found);
    if (found.init === undefined) return false;
    const isClean = found.isMember ? this.#isWords(found.init, seen) : this.#isClean(found.init, seen);
    return isClean && (found.fallback === undefined || this.#isClean(found.fallback, seen));
  }

  /** Returns `true` if an expression is a table of interface strings, or a member of one. */
  #isWords(node: SyntaxNode, seen: Set<unknown>): boolean {
    if (node.type === 'MemberExpression' && isNode(node.object)) return this.#isTable(node.object, seen);
    if (node.type !== 'Identifier') return this.#isTable(node, seen);
    const found = this.#find(node);
    return found?.isMember === true && found.init !== undefined && this.#isTable(found.init, seen);
  }

  #isTable(node: SyntaxNode, seen: Set<unknown>): boolean {
    if (node.type === 'CallExpression') return isNode(node.callee) && wordHooks.has(nameOf(node.callee));
    if (node.type === 'MemberExpression' && isNode(node.object)) return this.#isTable(node.object, seen);
    if (node.type === 'ChainExpression' && isNode(node.expression)) return this.#isTable(node.expression, seen);
    if (node.type !== 'Identifier') return false;
    const found = this.#find(node);
    if (found?.init === undefined) return wordNames.has(String(node.name));
    return this.#isTable(found.init, seen) || (found.isMember && wordNames.has(String(node.name)));
  }

  /** Returns the innermost declaration of a name. */
  #find(node: SyntaxNode): Binding | undefined {
    const around = ({ scope }: Binding): boolean => scope.start <= node.start && scope.end >= node.end;
    return this.#bindings
      .filter((binding) => binding.name === node.name && around(binding))
      .sort((a, b) => a.scope.end - a.scope.start - (b.scope.end - b.scope.start))[0];
  }

  get program(): SyntaxNode {
    return this.#program;
  }
}

function list(value: unknown): readonly SyntaxNode[] {
  return Array.isArray(value) ? value.filter(isNode) : [];
}

function nameOf(node: unknown): string {
  return isNode(node) && typeof node.name === 'string' ? node.name : '';
}

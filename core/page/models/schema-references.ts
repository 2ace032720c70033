type Node = Readonly<Record<string, unknown>>;

/**
 * Maximum number of schemas that apply to the same value. References in `allOf`, `anyOf` and `oneOf` multiply, so a few
 * lines could otherwise cause billions of checks.
 */
const maxApplied = 10_000;

/** Keywords whose nested schemas apply to the same value as the schema that contains the keyword. */
const [lists, singles, maps, references] = [
  ['allOf', 'anyOf', 'oneOf'],
  ['not', 'if', 'then', 'else'],
  ['dependentSchemas', 'dependencies'],
  ['$ref', '$dynamicRef', '$recursiveRef'],
] as const;

/**
 * Returns a message if references in a JSON schema form an endless cycle, or if too many schemas apply to the same
 * value.
 */
export function referenceError(schema: object): string | undefined {
  return new ReferenceCounter(schema).error();
}

class ReferenceCounter {
  readonly #nodes: Node[] = [];
  /** Schemas with their own `$id`. References may be relative to any of them. */
  readonly #bases: Node[] = [];
  readonly #anchors = new Map<string, Node[]>();
  /** For each schema, the number of schemas that apply to the same value, or `open` while they are being counted. */
  readonly #applied = new Map<Node, number | 'open'>();
  #circle: string | undefined;

  constructor(private readonly root: object) {
    const open: unknown[] = [root];
    while (open.length > 0) {
      const node = open.pop();
      if (typeof node !== 'object' || node === null) continue;
      this.#add(node as Node);
      open.push(...Object.values(node));
    }
  }

  error(): string | undefined {
    for (const node of this.#nodes) {
      const applied = this.#count(node);
      if (this.#circle !== undefined) return `the reference "${this.#circle}" refers to itself`;
      if (applied > maxApplied)
        return `its references multiply to more than ${maxApplied} schemas for one value; use fewer references in "allOf", "anyOf" and "oneOf"`;
    }
    return undefined;
  }

  #add(node: Node): void {
    this.#nodes.push(node);
    if (typeof node.$id === 'string') this.#bases.push(node);
    for (const name of [node.$anchor, node.$dynamicAnchor, node.$id]) {
      if (typeof name !== 'string') continue;
      const key = name.replace(/^.*[#/](?=.)/s, '');
      this.#anchors.set(key, [...(this.#anchors.get(key) ?? []), node]);
    }
  }

  #count(node: Node): number {
    const known = this.#applied.get(node);
    if (known === 'open') return 0;
    if (known !== undefined) return known;
    this.#applied.set(node, 'open');
    let total = 1;
    for (const [inner, reference] of this.#inner(node)) {
      if (this.#applied.get(inner) === 'open') this.#circle ??= reference ?? '#';
      total += this.#count(inner);
      if (total > maxApplied || this.#circle !== undefined) break;
    }
    this.#applied.set(node, total);
    return total;
  }

  /**
   * Returns the nested schemas that apply to the same value as `node`, and the schemas that `node` references, each with
   * its reference.
   */
  #inner(node: Node): readonly (readonly [schema: Node, reference: string | undefined])[] {
    const parts: readonly unknown[] = [
      ...lists.flatMap((key) => (Array.isArray(node[key]) ? (node[key] as unknown[]) : [])),
      ...singles.map((key) => node[key]),
      ...maps.flatMap((key) => Object.values(isNode(node[key]) ? node[key] : {})),
    ];
    const referred = references.flatMap((key) => {
      const reference = node[key];
      return typeof reference === 'string'
        ? this.#targets(reference).map((target) => [target, reference] as const)
        : [];
    });
    return [...parts.filter(isNode).map((part) => [part, undefined] as const), ...referred];
  }

  /** Returns all schemas to which a reference may point. There are several only if schemas have their own `$id`. */
  #targets(reference: string): readonly Node[] {
    const [base = '', fragment = ''] = reference.split('#', 2);
    const name = base.replace(/^.*\/(?=.)/s, '');
    const roots = base === '' ? [this.root as Node, ...this.#bases] : (this.#anchors.get(name) ?? []);
    if (fragment === '') return base === '' ? [this.root as Node] : roots;
    if (!fragment.startsWith('/')) return this.#anchors.get(fragment) ?? [];
    const steps = fragment.slice(1).split('/').map(stepName);
    const found = roots.map((root) => valueAt(root, steps));
    return [...new Set(found.filter((one) => one !== undefined))];
  }
}

/** Unescapes a step of a JSON pointer in a URI fragment. */
function stepName(step: string): string {
  const plain = step.replaceAll('~1', '/').replaceAll('~0', '~');
  try {
    return decodeURIComponent(plain);
  } catch {
    return plain;
  }
}

function valueAt(root: Node, steps: readonly string[]): Node | undefined {
  const found = steps.reduce<unknown>(
    (value, step) => (isHolder(value) && Object.hasOwn(value, step) ? value[step] : undefined),
    root,
  );
  return isNode(found) ? found : undefined;
}

const isHolder = (value: unknown): value is Node => typeof value === 'object' && value !== null;
const isNode = (value: unknown): value is Node => isHolder(value) && !Array.isArray(value);

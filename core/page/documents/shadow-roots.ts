import { type ChildNode, type Element, isTag, type ParentNode } from 'domhandler';
import { setChildren } from './children';

/** Elements that can have a shadow root, besides custom elements. */
const HOSTS = new Set(
  'article aside blockquote body div footer h1 h2 h3 h4 h5 h6 header main nav p section span'.split(' '),
);
const MODE = /^(?:open|closed)$/i;

/** True for a `template` that browsers turn into the shadow root of its parent. */
export const isShadowTemplate = ({ name, attribs }: Element): boolean =>
  name === 'template' && MODE.test(attribs.shadowrootmode ?? attribs.shadowroot ?? '');

/** Contents of the slots of a shadow tree: the children of the host, by slot name. */
interface Scope {
  readonly assigned: Map<string, ChildNode[]>;
  /** Scope around the host, if the host is inside another shadow tree. */
  readonly outer: Scope | undefined;
}

/**
 * Replaces the children of each host of a declarative shadow root with the content that browsers show: the shadow tree,
 * with the host's children in its slots. Slots without children show their own content. Takes linear time. Drops nodes
 * that would be deeper than `maxDepth`.
 */
export function showShadowRoots(root: ParentNode, maxDepth: number): void {
  const place = (parent: ParentNode, scope: Scope | undefined, level: number): void => {
    const shadow = shadowRootOf(parent);
    const inner = shadow === undefined ? scope : { assigned: assign(parent, shadow), outer: scope };
    const children = shown(shadow?.children.filter((node) => !isStyle(node)) ?? parent.children, inner, level);
    const scripts = shadow === undefined ? [] : parent.children.filter(isScript);
    if (inner !== undefined) setChildren(parent, [...children, ...scripts]);
  };
  const shown = (nodes: readonly ChildNode[], scope: Scope | undefined, level: number): ChildNode[] =>
    level >= maxDepth
      ? []
      : nodes.flatMap((node) => {
          if (!isTag(node)) return [node];
          if (scope === undefined || node.name !== 'slot') {
            place(node, scope, level + 1);
            return [node];
          }
          const name = node.attribs.name ?? '';
          const assigned = scope.assigned.get(name);
          // The first slot with a given name gets the nodes.
          scope.assigned.delete(name);
          return assigned === undefined
            ? shown(node.children, scope, level + 1)
            : shown(assigned, scope.outer, level + 1);
        });
  place(root, undefined, 0);
}

/** Returns the first shadow template of an element that can be a host. */
function shadowRootOf(parent: ParentNode): Element | undefined {
  if (!isTag(parent as ChildNode)) return undefined;
  const { name, children } = parent as Element;
  if (!HOSTS.has(name) && !name.includes('-')) return undefined;
  return children.find((child): child is Element => isTag(child) && isShadowTemplate(child));
}

/** Returns the children of a host, grouped by slot name. */
function assign({ children }: ParentNode, shadow: Element): Map<string, ChildNode[]> {
  const assigned = new Map<string, ChildNode[]>();
  for (const child of children) {
    if (child === shadow || isScript(child)) continue;
    const name = isTag(child) ? (child.attribs.slot ?? '') : '';
    const nodes = assigned.get(name);
    if (nodes === undefined) assigned.set(name, [child]);
    else nodes.push(child);
  }
  return assigned;
}

/** True for a `script` element, which may contain data and is kept even though no slot shows it. */
const isScript = (node: ChildNode): boolean => isTag(node) && node.name === 'script';
/** True for a `style` element, which applies only to its shadow tree. */
const isStyle = (node: ChildNode): boolean => isTag(node) && node.name === 'style';

import { type Element, isTag, type ParentNode } from 'domhandler';

/** Repairs `http:/x` and resolves a reference; `undefined` when nothing sensible comes of it. */
export function resolveUrl(reference: string, base: string): string | undefined {
  const trimmed = reference.trim().replace(/^(https?):\/(?!\/)/i, '$1://');
  const url = URL.parse(trimmed, base);
  return url === null ? undefined : url.href;
}

/** What `<base href>` said of a tree: parsed trees are never changed, so it is looked for once. */
const baseHrefs = new WeakMap<ParentNode, string>();

function baseHrefOf(document: ParentNode): string {
  const known = baseHrefs.get(document);
  if (known !== undefined) return known;
  const stack: ParentNode[] = [document];
  let href = '';
  for (let node = stack.pop(); node !== undefined; node = stack.pop()) {
    if (isTag(node) && node.name === 'base' && node.attribs.href !== undefined) {
      href = node.attribs.href;
      break;
    }
    for (let i = node.children.length - 1; i >= 0; i--) {
      const child = node.children[i];
      if (child !== undefined && isTag(child)) stack.push(child);
    }
  }
  baseHrefs.set(document, href);
  return href;
}

/** The address references of a page are resolved against: its first `<base href>` if usable, else its own. */
export function baseUrlOf(document: ParentNode, url: string): string {
  const href = baseHrefOf(document);
  const base = href === '' ? undefined : resolveUrl(href, url);
  return base !== undefined && /^https?:/.test(base) ? base : url;
}

/** All elements below a node in document order, without recursion. */
export function* elementsOf(root: ParentNode): Generator<Element> {
  const stack: { node: ParentNode; next: number }[] = [{ node: root, next: 0 }];
  for (let frame = stack[stack.length - 1]; frame !== undefined; frame = stack[stack.length - 1]) {
    const child = frame.node.children[frame.next++];
    if (child === undefined) stack.pop();
    else if (isTag(child)) {
      yield child;
      stack.push({ node: child, next: 0 });
    }
  }
}

import { type Document, type Element, isTag, type ParentNode } from 'domhandler';

/** Repairs `http:/x` and resolves a reference; `undefined` when nothing sensible comes of it. */
export function resolveUrl(reference: string, base: string): string | undefined {
  const trimmed = reference.trim().replace(/^(https?):\/(?!\/)/i, '$1://');
  const url = URL.parse(trimmed, base);
  return url === null ? undefined : url.href;
}

/** The address references of a page are resolved against: its first usable `<base href>`, else its own. */
export function baseUrlOf(document: ParentNode, url: string): string {
  for (const element of elementsOf(document)) {
    if (element.name !== 'base' || element.attribs.href === undefined) continue;
    const base = resolveUrl(element.attribs.href, url);
    return base !== undefined && /^https?:/.test(base) ? base : url;
  }
  return url;
}

/** All elements below a node in document order, without recursion. */
export function* elementsOf(root: Document | ParentNode): Generator<Element> {
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

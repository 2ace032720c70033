import type { Protocol } from 'puppeteer';
import type { PageSlot } from '../page-slot';

/** Maximum number of closed shadow roots that are read on one page. */
const maxRoots = 500;
/** Maximum depth of the nodes that are searched. */
const maxDepth = 400;

/** Result of reading a page. May lack the content of closed shadow roots. */
export interface ShadowedReading {
  readonly mayHaveClosedRoots?: boolean;
}

/** Reads a page. Reads it again if the result lacks closed shadow roots that can be opened. */
export async function readWithClosedRoots<T extends ShadowedReading>(
  slot: PageSlot,
  read: () => Promise<T>,
  first?: T,
): Promise<T> {
  const reading = first ?? (await read());
  if (!reading.mayHaveClosedRoots) return reading;
  return (await openClosedRoots(slot).catch(() => 0)) > 0 ? read() : reading;
}

/**
 * Makes the closed shadow roots of a page available in Gleaner's isolated world and returns their number. Uses the
 * debugging protocol, which the page cannot detect and which reaches all closed roots, including declarative ones.
 * Replacing `attachShadow` would miss declarative roots and be visible to the page.
 */
async function openClosedRoots({ client, watch }: PageSlot): Promise<number> {
  const { contextNumber } = watch;
  if (contextNumber === undefined) return 0;
  try {
    const { root } = await client.send('DOM.getDocument', { depth: -1, pierce: true });
    const roots = closedRootsIn(root);
    const opened = await Promise.all(roots.map((id) => open(client, id, contextNumber).catch(() => false)));
    return opened.filter(Boolean).length;
  } finally {
    // Disables DOM events. Otherwise, the browser would report every change to the document.
    await client.send('DOM.disable').catch(() => undefined);
  }
}

async function open(client: PageSlot['client'], backendNodeId: number, executionContextId: number): Promise<boolean> {
  const { object } = await client.send('DOM.resolveNode', { backendNodeId, executionContextId });
  if (object.objectId === undefined) return false;
  await client.send('Runtime.callFunctionOn', { objectId: object.objectId, functionDeclaration: remember });
  await client.send('Runtime.releaseObject', { objectId: object.objectId });
  return true;
}

const remember = 'function () { (globalThis.closedRoots ??= new WeakMap()).set(this.host, this); }';

/**
 * Returns the IDs of closed shadow roots created by the page. Skips the roots in built-in elements, which are not
 * content.
 */
function closedRootsIn(root: Protocol.DOM.Node): readonly number[] {
  const found: number[] = [];
  const stack = [{ node: root, depth: 0 }];
  for (let next = stack.pop(); next && found.length < maxRoots; next = stack.pop()) {
    const { node, depth } = next;
    if (node.shadowRootType === 'user-agent' || depth > maxDepth) continue;
    if (node.shadowRootType === 'closed') found.push(node.backendNodeId);
    const inner = [...(node.children ?? []), ...(node.shadowRoots ?? [])];
    if (node.contentDocument) inner.push(node.contentDocument);
    for (const child of inner) stack.push({ node: child, depth: depth + 1 });
  }
  return found;
}

import type { MirrorChange, MirrorPlace } from '../common/live';
import { type CleaningFacts, cleanAttributes } from './clean-attributes';
import { cleanDocument, cleanNode, cleanSheets, isExcluded, isSheet } from './clean-node';
import type { LiveNode, TreeChange } from './live-tree';

/** Converts a change to the page into changes to the mirror. Does not handle new pages, which are sent in full. */
export function mirrorChanges(change: Exclude<TreeChange, { type: 'page' }>, facts: CleaningFacts): MirrorChange[] {
  const { node } = change;
  if (change.type === 'add') return added(node, facts);
  if (change.type === 'attributes') return changedAttributes(node, change.names, facts);
  if (change.type === 'scroll') return [{ type: 'scroll', id: holderOf(node).id, x: change.x, y: change.y }];
  const sheet = node.parent && isSheet(node.parent) ? node.parent : undefined;
  if (change.type === 'remove') {
    if (sheet) return replaced(sheet, facts);
    const roots = node.kind === 'document' ? node.children : [node];
    return roots.map(({ id }) => ({ type: 'remove', id }));
  }
  if (change.type === 'text') return sheet ? replaced(sheet, facts) : [{ type: 'text', id: node.id, text: node.text }];
  return [{ type: 'value', id: node.id, text: node.attributes.get('value') ?? '', checked: change.checked }];
}

/**
 * Returns the position of a node in the mirror. The mirror has no document nodes, so the content of a document is
 * placed in its frame.
 */
function placeOf({ parent, place }: LiveNode): { readonly parent: number; readonly place: MirrorPlace } {
  if (parent?.kind !== 'document') return { parent: parent?.id ?? 0, place };
  return { parent: parent.parent?.id ?? 0, place: parent.parent ? 'frame' : 'children' };
}

/** Returns the element that owns a document or shadow root. The ID is 0 for the page itself. */
function holderOf(node: LiveNode): { readonly id: number; readonly place: MirrorPlace } {
  if (node.kind !== 'document') return { id: node.id, place: 'shadow' };
  return { id: node.parent?.id ?? 0, place: node.parent ? 'frame' : 'children' };
}

function added(node: LiveNode, facts: CleaningFacts): MirrorChange[] {
  if (node.parent && isSheet(node.parent)) return replaced(node.parent, facts);
  if (node.kind === 'document') {
    const place = { parent: node.parent?.id ?? 0, place: 'frame' as const };
    return cleanDocument(node, facts).map((root) => ({ type: 'add', ...place, node: root }));
  }
  const clean = cleanNode(node, facts);
  if (!clean) return [];
  const before = nextShown(node)?.id;
  return [{ type: 'add', ...placeOf(node), ...(before === undefined ? {} : { before }), node: clean }];
}

function nextShown(node: LiveNode): LiveNode | undefined {
  const siblings = node.parent?.[node.place] ?? [];
  for (let at = siblings.indexOf(node) + 1; at < siblings.length; at++) {
    const next = siblings[at];
    if (next && !isExcluded(next)) return next;
  }
  return undefined;
}

/** Replaces a style sheet whose text or URL has changed. */
function replaced(sheet: LiveNode, facts: CleaningFacts): MirrorChange[] {
  return [{ type: 'remove', id: sheet.id }, ...added(sheet, facts)];
}

function changedAttributes(node: LiveNode, names: readonly string[], facts: CleaningFacts): MirrorChange[] {
  if (names.length === 0) return [{ type: 'sheets', ...holderOf(node), texts: cleanSheets(node, facts) }];
  if (isSheet(node)) return replaced(node, facts);
  if (isExcluded(node)) return [];
  const clean = cleanAttributes(node, facts);
  const given = names.map((name) => (name === 'xlink:href' ? 'href' : name === 'background' ? 'style' : name));
  const attributes = Object.fromEntries(given.map((name) => [name, clean[name] ?? null]));
  return [{ type: 'attributes', id: node.id, attributes }];
}

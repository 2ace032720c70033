import { type AnyNode, type Document, type Element, isTag, isText, type ParentNode } from 'domhandler';
import type { PageDocument } from '../../common/model';
import { isOwnFrame } from './frames';

/** Elements whose text nobody reads. */
const silent = new Set(['script', 'style', 'noscript', 'template', 'head', 'title']);
/** Elements that show something without text. */
const pictures = new Set(['img', 'svg', 'video', 'audio', 'canvas', 'iframe', 'object', 'embed', 'picture', 'input']);
/** Ids that frameworks fill by script. */
const mountPoint = /^(?:root|app|__next|__nuxt|___gatsby|svelte|main-app|react-root|app-root|application|page|mount)$/i;
/** Words of a page that waits for its scripts. */
const waitingText =
  /\b(?:loading|please wait|lade|chargement|cargando|caricamento|enable javascript|javascript (?:is )?(?:required|disabled))\b/i;
/** A text that says nothing but that something is on its way. */
const loadingSign =
  /^\W*(?:loading|please wait|wird geladen|lade|laden|chargement|cargando|caricamento|carregando)\b.{0,25}$/i;
/** Elements that hold rows or items. */
const rowHolders = new Set(['ul', 'ol', 'dl', 'table', 'tbody', 'main', 'article']);
/** Ids of boxes that scripts fill with rows or items. */
const rowHolderId =
  /(?:^|[-_])(?:results?|items?|list|listings?|rows?|products?|feed|posts?|entries|cards?|grid|content|articles?|events?|records?)(?:$|[-_])/i;
/** What stands around a page's content, where empty lists are menus to be opened. */
const siteFrame = new Set(['nav', 'header', 'footer', 'aside', 'form', 'dialog', 'menu']);

/** Below this many visible characters a page with scripts may be waiting for them. */
const thinText = 200;
/** Up to this many, an open mount point is the page. */
const shellText = 800;
/** Up to this many, an empty list is what the page is about. */
const rowsText = 1500;
/** How much of a page is looked through. */
const seenText = 2000;
/** A mount point with less text than this has not been filled. */
const openMountText = 40;

interface Tally {
  text: number;
  shown: string;
  scripts: number;
  pictures: number;
  links: number;
  ownFrames: number;
  openMounts: number;
  emptyHolders: number;
  loadingSigns: number;
}

/**
 * Tells whether a page shows its content, waits for scripts to fill all or parts of it, or has no text at all. Of a page
 * that was rendered only `full`, `waiting` and `empty` can be said. `url` tells which frames are the site's own.
 */
export function renderStateOf(document: Document, url: string, rendered = false): PageDocument['renderState'] {
  if (showsMuch(document)) return 'full';
  const tally: Tally = {
    text: 0,
    shown: '',
    scripts: 0,
    pictures: 0,
    links: 0,
    ownFrames: 0,
    openMounts: 0,
    emptyHolders: 0,
    loadingSigns: 0,
  };
  walk(document.children, (node) => {
    count(node, url, tally);
    return tally.text <= seenText;
  });
  if (rendered) return tally.text === 0 ? 'empty' : isWaiting(tally) ? 'waiting' : 'full';
  return judge(tally);
}

/** Visits visible nodes in page order until `visit` says stop. */
function walk(nodes: readonly AnyNode[], visit: (node: AnyNode) => boolean): void {
  const stack: AnyNode[] = [...nodes].reverse();
  for (let node = stack.pop(); node; node = stack.pop()) {
    if (!visit(node)) return;
    if (!('children' in node) || ('name' in node && silent.has(node.name))) continue;
    for (let i = node.children.length - 1; i >= 0; i--) stack.push(node.children[i] as AnyNode);
  }
}

/** True for a page with so much text that nothing else matters: that is most pages, so this is a loop of its own. */
function showsMuch(document: Document): boolean {
  let text = 0;
  const stack: ParentNode[] = [document];
  for (let node = stack.pop(); node !== undefined && text <= seenText; node = stack.pop()) {
    for (const child of node.children) {
      if (isText(child)) text += child.data.trim().length;
      else if (isTag(child) && !silent.has(child.name)) stack.push(child);
    }
  }
  return text > seenText;
}

/** Adds what one node shows. */
function count(node: AnyNode, url: string, tally: Tally): void {
  if (node.type === 'text') {
    const text = node.data.trim();
    if (text === '') return;
    tally.text += text.length;
    if (tally.shown.length < thinText) tally.shown += `${text} `;
    if (text.length < 45 && loadingSign.test(text)) tally.loadingSigns++;
  } else if (isTag(node)) {
    const { name, attribs } = node;
    if (name === 'script' && !attribs.type?.includes('json')) tally.scripts++;
    if (name === 'a') tally.links++;
    if (pictures.has(name)) tally.pictures++;
    if (isOwnFrame(node, url)) tally.ownFrames++;
    const { id } = attribs;
    if (attribs['aria-busy'] === 'true') tally.loadingSigns++;
    if (isEmptyHolder(node, id)) tally.emptyHolders++;
    const isMount = name === 'app-root' || (id !== undefined && mountPoint.test(id));
    if (isMount && isOpen(node)) tally.openMounts++;
  }
}

/** True for a list, table or box for rows in the content of the page that has nothing in it. */
function isEmptyHolder(element: Element, id: string | undefined): boolean {
  const isHolder = rowHolders.has(element.name) || (element.name === 'div' && id !== undefined && rowHolderId.test(id));
  if (!isHolder || element.children.some((child) => child.type !== 'text' || child.data.trim() !== '')) return false;
  for (let around: ParentNode | null = element.parent; around !== null && isTag(around); around = around.parent)
    if (siteFrame.has(around.name)) return false;
  return true;
}

/** True while a mount point shows next to nothing. */
function isOpen(mount: Element): boolean {
  let text = 0;
  let shows = false;
  walk(mount.children, (node) => {
    if (node.type === 'text') text += node.data.trim().length;
    shows ||= 'name' in node && pictures.has(node.name) && node.name !== 'svg';
    return text < openMountText && !shows;
  });
  return text < openMountText && !shows;
}

/** True for a page with scripts and a place that is theirs to fill. */
function isWaiting({ text, scripts, openMounts, emptyHolders, loadingSigns }: Tally): boolean {
  if (scripts === 0 || text > seenText) return false;
  return openMounts > 0 || loadingSigns > 0 || text === 0 || (emptyHolders > 0 && text < rowsText);
}

/** Decides by what was counted of a page that no script has touched yet. */
function judge(tally: Tally): PageDocument['renderState'] {
  const { text, shown, scripts, pictures: pics, links, ownFrames, openMounts } = tally;
  if (ownFrames > 0 && text < thinText) return 'shell';
  if (scripts > 0) {
    if ((openMounts > 0 && text < shellText) || (text === 0 && pics === 0)) return 'shell';
    if (text < thinText && waitingText.test(shown)) return 'shell';
    if (isWaiting(tally)) return 'waiting';
    if (text < thinText && links < 3 && pics < 3) return 'thin';
  }
  return text === 0 ? 'empty' : 'full';
}

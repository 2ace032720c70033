import { type AnyNode, type Document, type Element, isTag, isText, type ParentNode } from 'domhandler';
import type { PageDocument } from '../../common/model';
import { isOwnFrame } from './frames';

/** Elements whose text is not visible. */
const silent = new Set(['script', 'style', 'noscript', 'template', 'head', 'title']);
/** Elements that show content without text. */
const pictures = new Set(['img', 'svg', 'video', 'audio', 'canvas', 'iframe', 'object', 'embed', 'picture', 'input']);
/** IDs of mount points: elements that frameworks fill by script. */
const mountPoint = /^(?:root|app|__next|__nuxt|___gatsby|svelte|main-app|react-root|app-root|application|page|mount)$/i;
/** Phrases shown by a page that is waiting for its scripts. */
const waitingText =
  /\b(?:loading|please wait|lade|chargement|cargando|caricamento|enable javascript|javascript (?:is )?(?:required|disabled))\b/i;
/** Matches text that consists only of a loading message. */
const loadingSign =
  /^\W*(?:loading|please wait|wird geladen|lade|laden|chargement|cargando|caricamento|carregando)\b.{0,25}$/i;
/** Elements that typically contain rows or items. */
const rowHolders = new Set(['ul', 'ol', 'dl', 'table', 'tbody', 'main', 'article']);
/** IDs of containers that scripts fill with rows or items. */
const rowHolderId =
  /(?:^|[-_])(?:results?|items?|list|listings?|rows?|products?|feed|posts?|entries|cards?|grid|content|articles?|events?|records?)(?:$|[-_])/i;
/** Elements outside the main content. Empty lists inside them are closed menus. */
const siteFrame = new Set(['nav', 'header', 'footer', 'aside', 'form', 'dialog', 'menu']);

/** A page with scripts and fewer visible characters than this may be waiting for its scripts. */
const thinText = 200;
/** A page with an empty mount point and fewer characters than this counts as an app shell. */
const shellText = 800;
/** A page with an empty list and fewer characters than this is still loading its content. */
const rowsText = 1500;
/** A page with more characters than this never counts as loading. */
const seenText = 2000;
/** A mount point with fewer characters than this counts as empty. */
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
 * Returns whether a page shows its content, has no text, or is waiting for scripts to load some or all of the content.
 * A rendered page can only be `full`, `waiting` or `empty`. `url` is used to recognize frames from the same site.
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

/** Visits visible nodes in page order until `visit` returns false. */
function walk(nodes: readonly AnyNode[], visit: (node: AnyNode) => boolean): void {
  const stack: AnyNode[] = [...nodes].reverse();
  for (let node = stack.pop(); node; node = stack.pop()) {
    if (!visit(node)) return;
    if (!('children' in node) || ('name' in node && silent.has(node.name))) continue;
    for (let i = node.children.length - 1; i >= 0; i--) stack.push(node.children[i] as AnyNode);
  }
}

/** True for a page with plenty of text. This fast check is sufficient for most pages. */
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

/** True for an empty list, table or row container in the main content. */
function isEmptyHolder(element: Element, id: string | undefined): boolean {
  const isHolder = rowHolders.has(element.name) || (element.name === 'div' && id !== undefined && rowHolderId.test(id));
  if (!isHolder || element.children.some((child) => child.type !== 'text' || child.data.trim() !== '')) return false;
  for (let around: ParentNode | null = element.parent; around !== null && isTag(around); around = around.parent)
    if (siteFrame.has(around.name)) return false;
  return true;
}

/** True for a mount point that is still almost empty. */
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

/** True for a page that has scripts and is still loading its content. */
function isWaiting({ text, scripts, openMounts, emptyHolders, loadingSigns }: Tally): boolean {
  if (scripts === 0 || text > seenText) return false;
  return openMounts > 0 || loadingSigns > 0 || text === 0 || (emptyHolders > 0 && text < rowsText);
}

/** Classifies a page whose scripts have not run. */
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

import { type AnyNode, type Document, type Element, isTag } from 'domhandler';
import type { PageDocument } from '../common/model';

/** Elements whose text nobody reads. */
const silent = new Set(['script', 'style', 'noscript', 'template', 'head', 'title']);
/** Elements that show something without text. */
const pictures = new Set(['img', 'svg', 'video', 'audio', 'canvas', 'iframe', 'object', 'embed', 'picture', 'input']);
/** Elements that mean something even when nothing is in them: a page of one of these alone is a page. */
const marks = new Set(['hr', 'pre', 'code', 'blockquote']);
/** Ids that frameworks fill by script. */
const mountPoint = /^(?:root|app|__next|__nuxt|___gatsby|svelte|main-app|react-root|app-root|application|page|mount)$/i;
/** Words of a page that waits for its scripts. */
const waitingText =
  /\b(?:loading|please wait|lade|chargement|cargando|caricamento|enable javascript|javascript (?:is )?(?:required|disabled))\b/i;

/** Below this many visible characters a page with scripts may be waiting for them. */
const thinText = 200;
/** A mount point with less text than this has not been filled. */
const openMountText = 40;

interface Tally {
  text: number;
  shown: string;
  scripts: number;
  pictures: number;
  links: number;
  marks: number;
  openMounts: number;
}

/** Tells whether a page shows its content, waits for scripts to fill it, or shows nothing at all. Stops once sure. */
export function fullnessOf(document: Document): PageDocument['fullness'] {
  const tally: Tally = { text: 0, shown: '', scripts: 0, pictures: 0, links: 0, marks: 0, openMounts: 0 };
  walk(document.children, (node) => {
    count(node, tally);
    return tally.text <= thinText * 4;
  });
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

/** Adds what one node shows. */
function count(node: AnyNode, tally: Tally): void {
  if (node.type === 'text') {
    const text = node.data.trim();
    tally.text += text.length;
    if (tally.shown.length < thinText) tally.shown += `${text} `;
  } else if (isTag(node)) {
    if (node.name === 'script' && !node.attribs.type?.includes('json')) tally.scripts++;
    if (node.name === 'a') tally.links++;
    if (pictures.has(node.name)) tally.pictures++;
    if (marks.has(node.name) || (node.name === 'a' && node.attribs.href !== undefined)) tally.marks++;
    if ((mountPoint.test(node.attribs.id ?? '') || node.name === 'app-root') && isOpen(node)) tally.openMounts++;
  }
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

/** Decides by what was counted. */
function judge({
  text,
  shown,
  scripts,
  pictures: pics,
  links,
  marks: signs,
  openMounts,
}: Tally): PageDocument['fullness'] {
  if (scripts > 0 && text < thinText * 4) {
    if (openMounts > 0 || (text === 0 && pics === 0)) return 'shell';
    if (text < thinText && waitingText.test(shown)) return 'shell';
    if (text < thinText && links < 3 && pics < 3) return 'thin';
  }
  return text === 0 && pics === 0 && signs === 0 ? 'empty' : 'full';
}

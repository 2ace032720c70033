import type { Element, ParentNode } from 'domhandler';
import { classFits, parentElement, walk } from './tree';

/** Labels of a page's footnotes, by the `id` of the note element. */
export type Footnotes = ReadonlyMap<string, string>;

const HOLDERS = new Set(['section', 'div', 'ol', 'aside', 'footer']);
const SECTION = /(?:^|\s)footnotes?(?:-list)?(?:\s|$)/i;

/** Finds the notes in the footnote section at the end of a page. */
export function findFootnotes(root: ParentNode): Footnotes {
  const labels = new Map<string, string>();
  let sections = 0;
  walk(root, {
    element(element) {
      if (isNoteSection(element)) {
        sections++;
        return () => void sections--;
      }
      if (sections > 0 && element.name === 'li' && element.attribs.id)
        labels.set(element.attribs.id, String(labels.size + 1));
      return undefined;
    },
    text: () => undefined,
  });
  return labels;
}

/** True for the footnote section of a page. */
export function isNoteSection(element: Element): boolean {
  if (!HOLDERS.has(element.name)) return false;
  const { attribs } = element;
  return attribs.role === 'doc-endnotes' || attribs['data-footnotes'] !== undefined || classFits(element, SECTION);
}

/** Returns the label of the note that a link refers to. Undefined if the link is not a footnote reference. */
export function referencedNote(link: Element, notes: Footnotes): string | undefined {
  if (notes.size === 0) return undefined;
  const id = fragmentOf(link.attribs.href);
  return id === undefined || insideNote(link, notes) ? undefined : notes.get(id);
}

/** True for the link from a note back to the text. */
export function isBackReference(link: Element, notes: Footnotes): boolean {
  if (notes.size === 0 || fragmentOf(link.attribs.href) === undefined) return false;
  if (link.attribs.role === 'doc-backlink' || classFits(link, /footnote-?back|reversefootnote|data-footnote-backref/))
    return true;
  return insideNote(link, notes) && /fnref|footnote-ref|^ref/i.test(fragmentOf(link.attribs.href) ?? '');
}

function insideNote(link: Element, notes: Footnotes): boolean {
  let around = parentElement(link);
  for (let steps = 0; around !== undefined && steps < 12; steps++) {
    if (around.name === 'li' && around.attribs.id !== undefined && notes.has(around.attribs.id)) return true;
    around = parentElement(around);
  }
  return false;
}

function fragmentOf(href: string | undefined): string | undefined {
  const at = href?.indexOf('#') ?? -1;
  if (href === undefined || at < 0 || at === href.length - 1) return undefined;
  try {
    return decodeURIComponent(href.slice(at + 1));
  } catch {
    return href.slice(at + 1);
  }
}

import { type Element, isTag } from 'domhandler';
import { textContent } from 'domutils';
import { oneLine } from '../../../documents/content/text';
import { elementsIn } from './text-of';

/** A paragraph, heading or list item of preformatted text. */
export interface TextBlock {
  readonly text: string;
  readonly kind: 'heading' | 'item' | 'text';
}

const PROSE_TAGS = /^(?:a|b|i|em|strong|br|u)$/;
const UNDERLINE = /^\s*([-=~*#_+])\1{2,}\s*$/;
const ITEM = /^\s*(?:[-*•+]|\d{1,2}[.)])\s+(?=\S)/;
const LABEL = /^\s*\p{L}[\p{L}\p{N} ._/-]{0,28}:\s+\S/u;
const SIGNATURE = /^--\s*$/;
const QUOTED = /^\s?>/;
const maxChars = 60_000;
const maxHeading = 70;
const minSentences = 3;
const minParagraphs = 3;
/** Text is code if more than this share of its characters are brackets, braces, equals signs or semicolons. */
const maxCode = 0.015;

/** Returns the blocks of a message shown in a `pre` element, such as a post on a mailing list. Undefined for code. */
export function blocksOfMessage(node: Element): readonly TextBlock[] | undefined {
  if (node.name !== 'pre' || !elementsIn(node).every(({ name }) => PROSE_TAGS.test(name))) return undefined;
  if (node.children.length > maxChars || node.children.some((child) => isTag(child) && child.children.some(isTag)))
    return undefined;
  const raw = textContent(node).slice(0, maxChars);
  return isMessage(raw) ? blocksIn(raw) : undefined;
}

function isMessage(text: string): boolean {
  const paragraphs = text.split(/\n\s*\n/).length;
  const sentences = text.match(/\p{Ll}{2}[.!?]["”)]?(?=\s)/gu)?.length ?? 0;
  const signs = text.replace(/={3,}/g, '').match(/[{}()[\]<>=;$]/g)?.length ?? 0;
  return paragraphs >= minParagraphs && sentences >= minSentences && signs < text.length * maxCode;
}

/** Splits text at blank lines, underlined headings, list items and lines with labels. Joins wrapped lines. */
function blocksIn(text: string): readonly TextBlock[] {
  const blocks: TextBlock[] = [];
  let open: string[] = [];
  let kind: TextBlock['kind'] = 'text';
  const close = (as: TextBlock['kind'] = kind): void => {
    const whole = oneLine(open.join(' '));
    if (whole !== '') blocks.push({ text: whole, kind: as });
    open = [];
    kind = 'text';
  };
  for (const line of text.split('\n')) {
    if (SIGNATURE.test(line)) break;
    if (line.trim() === '' || QUOTED.test(line)) close();
    else if (UNDERLINE.test(line)) close(open.length === 1 && (open[0]?.length ?? 0) <= maxHeading ? 'heading' : kind);
    else if (ITEM.test(line)) {
      close();
      kind = 'item';
      open = [line.replace(ITEM, '')];
    } else if (LABEL.test(line) && (open.length === 0 || LABEL.test(open[0] ?? ''))) {
      close();
      open = [line];
    } else open.push(line);
  }
  close();
  return blocks;
}

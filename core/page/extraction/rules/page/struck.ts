import type { Element } from 'domhandler';
import { flag, ownFlags } from './flags';
import { wordsOfAttributes } from './hints';
import { findElements, textOf } from './text-of';

const MAX_STRUCK = 10;

/** True for an element struck through by tag, style or class. */
export const isStruck = (node: Element): boolean =>
  (ownFlags(node, wordsOfAttributes(node.attribs)) & flag.struck) !== 0;

/** True for an element that is struck through, or hidden, such as a copy of a price for screen readers. */
const isAside = (node: Element): boolean =>
  (ownFlags(node, wordsOfAttributes(node.attribs)) & (flag.struck | flag.hidden)) !== 0;

/** Splits the text of an element into its struck-through part and the rest, without hidden parts. */
export function partStruck(text: string, node: Element): { readonly struck: string; readonly rest: string } {
  let rest = text;
  const struck: string[] = [];
  for (const part of findElements(node, isAside, MAX_STRUCK)) {
    const piece = textOf(part);
    const at = piece === '' ? -1 : placeOf(piece, rest);
    if (at < 0) continue;
    if (isStruck(part)) struck.push(piece);
    rest = `${rest.slice(0, at)} ${rest.slice(at + piece.length)}`;
  }
  return { struck: struck.join(' '), rest: rest.trim() };
}

/** Returns the index of a piece in a text; ignores matches inside a longer number. */
function placeOf(piece: string, text: string): number {
  for (let at = text.indexOf(piece); at >= 0; at = text.indexOf(piece, at + 1)) {
    const isCut =
      (/^\d/.test(piece) && /[\d.,]$/.test(text.slice(0, at))) ||
      (/\d$/.test(piece) && /^[.,]?\d/.test(text.slice(at + piece.length)));
    if (!isCut) return at;
  }
  return -1;
}

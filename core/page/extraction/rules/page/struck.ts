import type { Element } from 'domhandler';
import { flag, ownFlags } from './flags';
import { wordsOfAttributes } from './hints';
import { findElements, textOf } from './text-of';

const MAX_STRUCK = 10;

/** True for an element that strikes its text through, or whose class says that it is the former price. */
export const isStruck = (node: Element): boolean =>
  (ownFlags(node, wordsOfAttributes(node.attribs)) & flag.struck) !== 0;

/** A text of an element in two parts: what is struck through inside the element, and the rest. */
export function partStruck(text: string, node: Element): { readonly struck: string; readonly rest: string } {
  let rest = text;
  const struck: string[] = [];
  for (const part of findElements(node, isStruck, MAX_STRUCK)) {
    const piece = textOf(part);
    const at = piece === '' ? -1 : placeOf(piece, rest);
    if (at < 0) continue;
    struck.push(piece);
    rest = `${rest.slice(0, at)} ${rest.slice(at + piece.length)}`;
  }
  return { struck: struck.join(' '), rest: rest.trim() };
}

/** Where a piece is in a text, but not within a longer number. */
function placeOf(piece: string, text: string): number {
  for (let at = text.indexOf(piece); at >= 0; at = text.indexOf(piece, at + 1)) {
    const isCut =
      (/^\d/.test(piece) && /[\d.,]$/.test(text.slice(0, at))) ||
      (/\d$/.test(piece) && /^[.,]?\d/.test(text.slice(at + piece.length)));
    if (!isCut) return at;
  }
  return -1;
}

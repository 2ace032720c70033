import { type Element, isTag, isText, type ParentNode } from 'domhandler';
import type { Evidence } from '../../extraction/rules/page/evidence';
import { coerce } from '../../extraction/rules/values/coerce';
import { comparable } from '../../extraction/rules/values/texts';
import { type ReadableField } from '../read-field';

/** Location of a value: the text of an element, or one of its attributes. */
export interface Spot {
  readonly node: Element;
  readonly attribute: string | undefined;
}

interface Piece extends Spot {
  readonly text: string;
}

const UNREAD: ReadonlySet<string> = new Set('script style template svg noscript select textarea iframe'.split(' '));
const ATTRIBUTE = /^(?:content|datetime|value|href|src|title|alt|aria-label|data-[\w-]+)$/;
const maxChars = 6000;
const maxAttributeChars = 500;
const maxSpots = 40;
/**
 * Maximum length, in characters, of a text that is searched for numbers, dates or links. Longer texts are searched only
 * for text values.
 */
const maxValueChars = 160;

/** Finds the elements and attributes of a page that yield a given value for a field. */
export class ValueIndex {
  readonly #pieces: readonly Piece[];
  readonly #spots = new Map<string, ReadonlyMap<string, readonly Spot[]>>();

  constructor(private readonly evidence: Evidence) {
    const pieces: Piece[] = [];
    collect(evidence.document, pieces);
    this.#pieces = pieces;
  }

  /** Returns the locations of a value. The innermost element comes first. */
  spots(readable: ReadableField, value: unknown): readonly Spot[] {
    const { type, choices } = readable.field;
    const key = JSON.stringify([type, choices]);
    let byValue = this.#spots.get(key);
    if (!byValue) {
      byValue = this.#read(readable);
      this.#spots.set(key, byValue);
    }
    return byValue.get(comparable(value)) ?? [];
  }

  #read({ field, wanted }: ReadableField): ReadonlyMap<string, readonly Spot[]> {
    const found = new Map<string, Spot[]>();
    const isText = ['text', 'name'].includes(field.type);
    for (const { node, attribute, text } of this.#pieces) {
      if (!isText && (text.length > maxValueChars || (NUMERIC.has(field.type) && !/\d/.test(text)))) continue;
      const isAddress = field.type === 'link' || field.type === 'image';
      if (isAddress !== (attribute === 'href' || attribute === 'src') && !(isAddress && attribute !== undefined))
        continue;
      const sighting = { raw: text, weight: 1, kind: 'text' as const, node, excerpt: '' };
      const value = coerce(wanted, sighting, this.evidence.place)?.value;
      if (value === undefined) continue;
      const at = found.get(comparable(value));
      const spot = { node, attribute };
      if (!at) found.set(comparable(value), [spot]);
      else if (at.length < maxSpots) at.push(spot);
    }
    return found;
  }
}

const NUMERIC: ReadonlySet<string> = new Set(
  'barcode number integer price date datetime time minutes phone'.split(' '),
);

/**
 * Collects the texts and attributes below a node, innermost first. Returns the node's text. Undefined if the text is
 * too long.
 */
function collect(parent: ParentNode, pieces: Piece[]): string | undefined {
  let text: string | undefined = '';
  for (const child of parent.children) {
    if (isText(child)) text = joined(text, child.data);
    if (!isTag(child) || UNREAD.has(child.name)) continue;
    for (const [attribute, value] of Object.entries(child.attribs))
      if (ATTRIBUTE.test(attribute) && value !== '' && value.length <= maxAttributeChars)
        pieces.push({ node: child, attribute, text: value });
    const inner = collect(child, pieces);
    if (inner !== undefined && inner.trim() !== '')
      pieces.push({ node: child, attribute: undefined, text: inner.trim() });
    text = inner === undefined ? undefined : joined(joined(text, ' '), inner);
  }
  return text;
}

const joined = (a: string | undefined, b: string): string | undefined =>
  a === undefined || a.length + b.length > maxChars ? undefined : a + b;

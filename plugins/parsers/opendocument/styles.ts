import { type Document, Element, isTag } from 'domhandler';
import { getElementsByTagName } from 'domutils';
import type { TextPiece } from '../../../core/contract/plugin';

/** Formatting of a piece of text. */
export type Look = Omit<TextPiece, 'text'>;

/** Resolved styles of a document. */
export interface Styles {
  look(name: string | undefined): Look;
  /** Returns the display name of a paragraph style. For an automatic style, returns the name of its parent style. */
  paragraph(name: string | undefined): string;
  /** True if a list style is ordered at the given level, counted from 0. */
  isOrdered(name: string | undefined, level: number): boolean;
}

const MAX_PARENTS = 10;

/** Reads the styles of `content.xml` and `styles.xml`. */
export function readStyles(documents: readonly Document[]): Styles {
  const styles = new Map<string, Element>();
  const lists = new Map<string, Element>();
  for (const document of documents) {
    for (const style of getElementsByTagName('style:style', document))
      styles.set(style.attribs['style:name'] ?? '', style);
    for (const list of getElementsByTagName('text:list-style', document))
      lists.set(list.attribs['style:name'] ?? '', list);
  }
  const parents = (name: string | undefined): Element[] => {
    const chain: Element[] = [];
    for (let at = styles.get(name ?? ''); at !== undefined && chain.length < MAX_PARENTS; ) {
      chain.push(at);
      at = styles.get(at.attribs['style:parent-style-name'] ?? '');
    }
    return chain;
  };
  return {
    look: (name) => Object.assign({}, ...parents(name).reverse().map(ownLook)) as Look,
    paragraph: (name) => {
      const named = parents(name).find((style) => !/^P\d+$/.test(style.attribs['style:name'] ?? ''));
      return (named?.attribs['style:name'] ?? name ?? '').replaceAll('_20_', ' ');
    },
    isOrdered: (name, level) => levelsOf(lists.get(name ?? ''))[level]?.name === 'text:list-level-style-number',
  };
}

const levelsOf = (list: Element | undefined): readonly Element[] => list?.children.filter(isTag) ?? [];

function ownLook(style: Element): Look {
  const properties = style.children.filter(isTag).find(({ name }) => name === 'style:text-properties')?.attribs ?? {};
  const look: { -readonly [Name in keyof Look]: Look[Name] } = {};
  const weight = properties['fo:font-weight'];
  if (weight !== undefined) look.bold = weight === 'bold' || Number(weight) >= 600;
  const slant = properties['fo:font-style'];
  if (slant !== undefined) look.italic = slant !== 'normal';
  const strike = properties['style:text-line-through-style'];
  if (strike !== undefined) look.strike = strike !== 'none';
  const position = properties['style:text-position'];
  if (position !== undefined) {
    look.raised = /^(?:super|[1-9])/.test(position);
    look.lowered = /^(?:sub|-)/.test(position);
  }
  const font = properties['style:font-name'] ?? properties['fo:font-family'];
  if (font !== undefined || style.attribs['style:name'] === 'Source_20_Text')
    look.code = style.attribs['style:name'] === 'Source_20_Text' || /mono|courier|consol/i.test(font ?? '');
  return look;
}

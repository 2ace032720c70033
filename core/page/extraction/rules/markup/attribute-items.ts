import { type Document, type Element, isTag, type ParentNode } from 'domhandler';
import type { MarkupItem, MarkupKind, MarkupValue } from '../../../../contract/markup-item';
import { isUnseenText } from '../../../documents/content/hidden';
import { type PageStyles, stylesOf } from '../../../documents/content/styles/style-rules';
import { findElements, isWithin, textOf } from '../page/text-of';

const MAX_ITEMS = 3000;

/** Attribute names of a markup syntax. */
interface Syntax {
  readonly kind: MarkupKind;
  readonly type: string;
  readonly property: string;
  readonly isScope: (element: Element) => boolean;
}

const MICRODATA: Syntax = {
  kind: 'microdata',
  type: 'itemtype',
  property: 'itemprop',
  isScope: ({ attribs }) => attribs.itemscope !== undefined || attribs.itemtype !== undefined,
};
const RDFA: Syntax = {
  kind: 'rdfa',
  type: 'typeof',
  property: 'property',
  isScope: ({ attribs }) => attribs.typeof !== undefined,
};

interface OpenItem {
  readonly kind: MarkupKind;
  readonly types: readonly string[];
  readonly properties: Map<string, MarkupValue[]>;
  readonly node: Element;
}

/** Reads items from microdata and RDFa. Nested items appear only in their parent. */
export function attributeItems(document: Document): readonly MarkupItem[] {
  return [MICRODATA, RDFA].flatMap((syntax) => read(document, syntax));
}

/** Text for programs, which is often hidden on purpose: a date, number or URL. */
const FOR_MACHINES = /^(?:\d{4}-\d\d(?:-\d\d\S*)?|https?:\/\/\S+|[\d.,]+)$/;
const minMarked = 0.9;

/**
 * True for a hidden element that contains text other than its marked-up values, e.g. a label. Such an element is an
 * unused part of a page template. Other hidden markup is for programs.
 */
function isUnusedPart(element: Element, { property }: Syntax, styles: PageStyles): boolean {
  if (element.attribs[property] !== undefined || !isUnseenText(element, styles)) return false;
  const isMarked = ({ attribs }: Element) => attribs[property] !== undefined;
  const marked = findElements(element, isMarked, 50);
  const outer = marked.filter((one) => !marked.some((other) => other !== one && isWithin(one, other)));
  const chars = outer.reduce((sum, one) => sum + textOf(one).length, 0);
  return outer.length > 0 && chars < minMarked * textOf(element).length;
}

function read(document: Document, syntax: Syntax): readonly MarkupItem[] {
  const top: OpenItem[] = [];
  let made = 0;
  const styles = stylesOf(document);
  const visit = (parent: ParentNode, scope: OpenItem | undefined, isUnused: boolean) => {
    for (const child of parent.children) {
      if (!isTag(child) || made > MAX_ITEMS) continue;
      const property = child.attribs[syntax.property];
      let inner = scope;
      if (syntax.isScope(child)) {
        made++;
        inner = {
          kind: syntax.kind,
          types: typesIn(child.attribs[syntax.type] ?? ''),
          properties: new Map(),
          node: child,
        };
        if (property && scope) put(scope, property, { value: inner, node: child });
        else top.push(inner);
      } else if (property && scope) {
        const value = propertyText(child, syntax);
        if (value !== '' && !(isUnused && !FOR_MACHINES.test(value))) put(scope, property, { value, node: child });
      }
      visit(child, inner, isUnused || isUnusedPart(child, syntax, styles));
    }
  };
  visit(document, undefined, false);
  return top.filter(({ properties }) => properties.size > 0);
}

function put(item: OpenItem, names: string, value: MarkupValue): void {
  for (const full of names.split(/\s+/)) {
    const name = full.replace(/^.*[/#:]/, '');
    if (name === '') continue;
    const values = item.properties.get(name);
    if (values) values.push(value);
    else item.properties.set(name, [value]);
  }
}

const typesIn = (text: string): readonly string[] =>
  text
    .split(/\s+/)
    .filter((type) => type !== '')
    .map((type) => type.replace(/^.*[/#:]/, '').toLowerCase());

/** Returns an element's property value: from an attribute such as `content`, else from the element's text. */
function propertyText(element: Element, { property }: Syntax): string {
  const { content, datetime, href, src, value, resource } = element.attribs;
  if (content !== undefined) return content.trim();
  const { name } = element;
  if (name === 'time' && datetime) return datetime;
  if (name === 'link' && href) return href;
  if (name === 'a' && href && /^(?:url|sameAs|image|item|availability)$/i.test(element.attribs[property] ?? ''))
    return href;
  if ((name === 'img' || name === 'iframe' || name === 'source') && src) return element.attribs['data-src'] ?? src;
  if ((name === 'data' || name === 'meter' || name === 'input') && value !== undefined) return value;
  return textOf(element) || resource || '';
}

import { type Element, isText } from 'domhandler';
import { prevElementSibling } from 'domutils';
import { conceptsByName } from '../../extraction/rules/lexicon/lexicon';
import { wordsOf } from '../../extraction/rules/lexicon/words';
import { findElement, textOf } from '../../extraction/rules/page/text-of';
import { firstNode, innermostOf, type RecordColumn } from '../columns';
import { asElement } from '../shape';

/**
 * Returns a column name derived from the column header in an attribute, the text before the values, the values'
 * accessible labels, their links or the icons before them. Undefined if none of these provides a name.
 */
export const nameBeside = (column: RecordColumn): string | undefined => {
  const node = firstNode(column);
  return node && column.what === 'text'
    ? (byHeader(column) ?? byWord(node) ?? byLabel(column) ?? byLink(column) ?? byTitle(column) ?? byIcon(column))
    : undefined;
};

/** Attributes that repeat the header of a column in each of its cells, for narrow screens. */
const HEADERS = ['data-title', 'data-th', 'data-header', 'data-column', 'data-heading', 'data-col'];

/** Returns the column header that an attribute of all cells contains. */
function byHeader({ cells }: RecordColumn): string | undefined {
  const nodes = cells.flat().map(({ node }) => node);
  for (const name of HEADERS) {
    const [first = '', ...others] = nodes.map(({ attribs }) => attribs[name]?.trim() ?? '');
    const isName = /^\p{L}[\p{L}\d .-]*$/u.test(first) && first.length <= maxLead && /\p{L}{2}/u.test(first);
    if (isName && others.length > 0 && others.every((one) => one === first)) return first.toLowerCase();
  }
  return undefined;
}

/** Returns `author` if a word such as `by` precedes the element. */
function byWord(node: Element): string | undefined {
  const before = node.previousSibling;
  return before && isText(before) && /(?:^|[\s,·|])(?:by|von|par|por|di|door|av)\s*$/i.test(before.data)
    ? 'author'
    : undefined;
}

const maxLead = 30;

/**
 * Returns the words before the value in the elements' accessible labels, e.g. `arrival time` in `Arrival time: 8:45
 * AM.`
 */
function byLabel({ cells }: RecordColumn): string | undefined {
  const leads = cells.flat().map(({ node, text }) => {
    const label = (innermostOf(node).attribs['aria-label'] ?? node.attribs['aria-label'] ?? '').replace(/\.$/, '');
    return label.endsWith(text) ? label.slice(0, -text.length).replace(/(?<![\s:])[\s:]+$/, '') : '';
  });
  const [lead = ''] = leads;
  const isName = /^\p{L}[\p{L} ]+$/u.test(lead) && lead.length <= maxLead;
  return isName && leads.length > 1 && leads.every((one) => one === lead) ? lead.toLowerCase() : undefined;
}

/** Returns the tooltip that all values or their links have, e.g. `posts` for the number of a user's posts. */
function byTitle({ cells }: RecordColumn): string | undefined {
  const titles = cells.flat().map(({ node, text }) => {
    const link = asElement(node.parent);
    const title = node.attribs.title ?? (link?.name === 'a' ? link.attribs.title : undefined) ?? '';
    return title === text ? '' : title;
  });
  const [first = ''] = titles;
  const isName = /^\p{L}{3,}(?: \p{L}+)?$/u.test(first) && first.length <= maxTooltip && !/link/i.test(first);
  return isName && titles.length > 2 && titles.every((one) => one === first) ? first.toLowerCase() : undefined;
}

/** Field names for the words that icons are usually called. */
const ICONS: Readonly<Record<string, string>> = {
  marker: 'location',
  pin: 'location',
  location: 'location',
  clock: 'time',
  calendar: 'date',
  user: 'author',
  envelope: 'email',
  phone: 'phone',
  eye: 'views',
  views: 'views',
  comment: 'comments',
  comments: 'comments',
  heart: 'likes',
  thumbs: 'likes',
  likes: 'likes',
  folder: 'category',
  tag: 'category',
  tags: 'category',
  building: 'company',
  bed: 'bedrooms',
  bedroom: 'bedrooms',
  bath: 'bathrooms',
  bathroom: 'bathrooms',
};
const maxTooltip = 20;
const maxIcons = 5;

/** Returns the meaning of the icon before the values, e.g. `location` for a map pin. */
function byIcon({ cells }: RecordColumn): string | undefined {
  const nodes = cells.flatMap(([cell]) => cell?.node ?? []).slice(0, maxIcons);
  const [first, ...others] = nodes.map((node) => meaningOf(iconOf(node)));
  return others.length > 0 && others.every((one) => one === first) ? first : undefined;
}

/** Returns the icon at the start of an element, or directly before the element. */
function iconOf(node: Element): Element | undefined {
  const inner = innermostOf(node);
  const [start] = inner.children.filter((child) => !isText(child) || child.data.trim() !== '');
  return [asElement(start), asElement(prevElementSibling(inner)), asElement(prevElementSibling(node))].find(
    (one) => one !== undefined && /^(?:i|span|svg|img)$/.test(one.name) && textOf(one) === '',
  );
}

/** Returns the field name that an icon's label or classes contain. */
function meaningOf(icon: Element | undefined): string | undefined {
  if (!icon) return undefined;
  const { alt, title, class: classes = '', 'aria-label': label, 'data-icon': name } = icon.attribs;
  const symbol = findElement(icon, ({ name: tag }) => tag === 'use')?.attribs;
  const linked = (symbol?.href ?? symbol?.['xlink:href'] ?? '').split('#').at(-1);
  const words = wordsOf([alt, title, label, name, linked, classes].filter(Boolean).join(' '));
  return words.map((word) => (Object.hasOwn(ICONS, word) ? ICONS[word] : undefined)).find((one) => one !== undefined);
}

/** Concepts whose values often link to a page of their own. */
const LINKED = new Set(['author', 'category', 'brand', 'location', 'company']);

/** Returns the field name that the paths of all links in a column contain, e.g. `author` for `/author/ana-ruiz`. */
function byLink({ cells }: RecordColumn): string | undefined {
  const starts = cells.flat().map(({ node }) => {
    const link = node.name === 'a' ? node : asElement(node.parent);
    const href = link?.name === 'a' && textOf(link) === textOf(node) ? (link.attribs.href ?? '') : '';
    if (/^\/[~@][^/]+\/?$/.test(href)) return 'author';
    return /^(?:https?:\/\/[^/]+)?\/(\p{L}+)\/[^/]+\/?$/u.exec(href)?.[1] ?? '';
  });
  const [start = ''] = starts;
  if (start === '' || starts.some((one) => one !== start)) return undefined;
  const id = conceptsByName(start)[0]?.id;
  return id !== undefined && LINKED.has(id) ? id : undefined;
}

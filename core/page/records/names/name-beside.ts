import { type Element, isText } from 'domhandler';
import { conceptsByName } from '../../extraction/rules/lexicon/lexicon';
import { textOf } from '../../extraction/rules/page/text-of';
import { firstNode, innermostOf, type RecordColumn } from '../columns';
import { asElement } from '../shape';

/**
 * Returns a column name derived from the text before the values, from the values' accessible labels or from their
 * links. Undefined if none of these provides a name.
 */
export const nameBeside = (column: RecordColumn): string | undefined => {
  const node = firstNode(column);
  return node && column.what === 'text' ? (byWord(node) ?? byLabel(column) ?? byLink(column)) : undefined;
};

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
  return id === 'author' || id === 'category' ? id : undefined;
}

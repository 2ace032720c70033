import type { Element } from 'domhandler';
import type { ListSighting } from '../find/sighting';
import { flag } from '../page/flags';
import { findElement, parentOf, textOf } from '../page/text-of';
import type { Line } from '../page/view';
import type { Field } from '../schema/field';

const maxTerm = 30;
const maxLead = 60;
const minExplanation = 40;
const minLeads = 2;
const EXPLAINED = /^([\p{L}\d][^:.,]{0,29})\s?:\s(?=\p{Ll}+\s\p{L}+\s)/u;
/** A file name or another name in code, with its explanation, e.g. `LICENSE.md: Terms of use`. */
const CODE_EXPLAINED = /^(?=\S{0,39}[._/()])([\w.$/()-]{3,40}):\s(?=\p{L}+\s\p{L}+)/u;

/**
 * Reduces entries such as `Parse: reads the source` to their terms if every entry consists of a term and its
 * explanation.
 */
export const termsOnly =
  ({ concept }: Field) =>
  (list: ListSighting): ListSighting => {
    const terms = list.entries.map(({ raw }) => {
      const text = String(raw);
      const term = EXPLAINED.exec(text)?.[1] ?? '';
      return term !== '' && term.length <= maxTerm ? term : (CODE_EXPLAINED.exec(text)?.[1] ?? '');
    });
    const areTerms = concept === undefined && terms.length > 2 && terms.every((term) => term !== '');
    return areTerms
      ? { ...list, entries: list.entries.map((one, at) => ({ ...one, raw: terms[at] ?? one.raw })) }
      : list;
  };

/** A term, and the element that contains it. */
interface Term {
  readonly text: string;
  readonly node: Element;
}

/**
 * Returns the terms from a block of terms with explanations: a definition list, or similar short lines that are each
 * followed by paragraphs. Empty for other blocks.
 */
export function termsIn(lines: readonly Line[], field: Field): readonly Term[] {
  const terms = lines.filter(isTerm);
  if (terms.length > 0) {
    const explanations = lines.filter(({ node }) => isInside(node, 'dd'));
    const areTexts = explanations.some(({ text }) => text.length >= minExplanation || /[.!?]$/.test(text));
    return areTexts || field.concept?.id === 'raises' ? terms.map(nameOf) : [];
  }
  const [first] = lines;
  if (!first || field.concept !== undefined || !isLead(first)) return [];
  const leads = lines.filter(
    (line) =>
      isLead(line) && line.node.name === first.node.name && line.node.attribs.class === first.node.attribs.class,
  );
  const areApart = leads.every((lead) => {
    const next = lines[lines.indexOf(lead) + 1];
    return next !== undefined && next.text.length >= minExplanation;
  });
  const areAll = lines.every((line) => leads.includes(line) || isText(line));
  return leads.length >= minLeads && areApart && areAll ? leads.map(nameOf) : [];
}

const isTerm = ({ node }: Line): boolean => node.name === 'dt';

const isLead = ({ text, flags }: Line): boolean =>
  text.length <= maxLead && !/[.!?:]$/.test(text) && !(flags & (flag.list | flag.heading | flag.link));

const isText = ({ node, text }: Line): boolean => node.name === 'p' && /[.!?:)]$/.test(text);

const isInside = (node: Element, name: string): boolean => {
  for (let up: Element | undefined = node; up; up = parentOf(up)) if (up.name === name) return true;
  return false;
};

/**
 * Returns the code at the start of a term, without the type or badges after it, e.g. `name` from `<code>name</code>
 * <i>string</i>`.
 */
export function nameOf({ text, node }: Line): Term {
  const code = findElement(node, ({ name }) => name === 'code');
  const name = code ? textOf(code) : '';
  return name !== '' && text.startsWith(name) ? { text: name, node } : { text, node };
}

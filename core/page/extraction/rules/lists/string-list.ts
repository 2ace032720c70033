import type { Element } from 'domhandler';
import type { MarkupItem } from '../../../../contract/markup-item';
import { stylesAround } from '../../../documents/content/styles/style-rules';
import { cardTitles, levelOf } from '../cards/card-titles';
import { chipsIn, firstCell, MORE } from '../cards/parts';
import { labelFit, placeWeight } from '../find/from-text';
import { authorLists, tagLists } from '../find/sections';
import { excerptOf, type ListSighting, type Sighting } from '../find/sighting';
import { conceptsByLabel } from '../lexicon/lexicon';
import { labelKey } from '../lexicon/words';
import type { Evidence } from '../page/evidence';
import { flag } from '../page/flags';
import type { Pair } from '../page/pairs';
import { elementsIn, findElements, isWithin, parentOf, textOf } from '../page/text-of';
import type { Line } from '../page/view';
import { enumeratedPersons, enumerations, listsBelowText, offeredIn } from '../said/enumerations';
import { numberedEntries, optionValues } from '../said/section-options';
import type { Field } from '../schema/field';
import { isSentence } from '../sentences';
import { namesBelowRole } from '../stated/names-below-role';
import { spokenLanguages } from '../stated/spoken-languages';
import { listsByClass } from './class-lists';
import { nameInLinks, nameInside } from './entry-names';
import { titlesBelowKind } from './kind-titles';
import { isInScope, isNextLabel, scopeOfLabel } from './label-scope';
import {
  isAfterword,
  isBelowItems,
  isNextBoldLabel,
  isOfOtherList,
  isOutside,
  isProseBelow,
  isService,
  listAround,
} from './list-end';
import { nameOf, termsIn, termsOnly } from './list-terms';
import { listsOfItems, splitText } from './markup-lists';
import { measuredLists } from './measured-lists';
import { optionLists, PROMPT, radioLists, withoutParts } from './option-lists';
import { outlineSightings } from './outline';
import { authorsOfPosts } from './posts';

const MAX_ENTRIES = 400;

/**
 * Finds lists of strings for a field. Searches markup, headings, classes, labels, select boxes and the page's outline.
 */
export function listSightings(field: Field, evidence: Evidence, items: readonly MarkupItem[]): readonly ListSighting[] {
  const found = [
    // Markup states the language of the page, not the languages of its subject.
    ...(field.concept?.id === 'language' ? spokenLanguages(evidence) : listsOfItems(field, items)),
    ...underHeadings(field, evidence),
    ...listsByClass(field, evidence),
    ...fromLabels(field, evidence),
    ...optionLists(field, evidence),
    ...radioLists(field, evidence),
    ...titlesBelowKind(field, evidence),
    ...outlineSightings(field, evidence),
    ...measuredLists(field, evidence),
    ...authorsOfPosts(field, evidence),
    ...listOf(namesBelowRole(field, evidence)),
    ...(field.concept?.id === 'keywords' ? tagLists(evidence) : []),
    ...(field.concept?.id === 'author' ? authorLists(evidence) : []),
    ...enumeratedPersons(field, evidence),
    ...optionValues(field, evidence),
    ...listsBelowText(field, evidence),
    ...numberedEntries(field, evidence),
  ];
  return (found.length > 0 ? withoutParts(found) : enumerations(field, evidence)).map(shownOnly).map(termsOnly(field));
}

const listOf = (entries: readonly Sighting[]): readonly ListSighting[] =>
  entries.length === 0 ? [] : [{ entries, weight: 0.75 }];

/** Removes hidden entries if some entries are visible. Hidden entries may use other units or be copies for printing. */
const shownOnly = (list: ListSighting): ListSighting => {
  const shown = list.entries.filter(({ node }) => !node || !isHidden(node));
  return shown.length > 0 ? { ...list, entries: shown } : list;
};

function isHidden(node: Element): boolean {
  const styles = stylesAround(node);
  for (let up: Element | undefined = node; up; up = parentOf(up))
    if (up.attribs.hidden !== undefined || /display\s*:\s*none/i.test(up.attribs.style ?? '') || styles.hides(up))
      return true;
  return false;
}

/** Names of fields that request a section of related things. */
const RELATED = /^(?:related|similar|recommended|see[ _-]?also)/i;
const PROMINENT = flag.heading | flag.headline | flag.bold;

/**
 * Returns the entries below a heading (or bold line) that matches the field, up to the next heading of the same level.
 */
function underHeadings(field: Field, evidence: Evidence): readonly ListSighting[] {
  const { lines } = evidence.view;
  const found: ListSighting[] = [];
  const others = RELATED.test(field.name) ? 0 : flag.related;
  lines.forEach((line, at) => {
    if (line.text.length > 70 || line.flags & (flag.navigation | others | flag.headline)) return;
    const beside = besideLabel(field, line);
    if (beside) {
      const weight = 0.6 * placeWeight(line.flags);
      found.push({ weight, entries: beside.map(({ text, node }) => toEntry(text.trim(), weight, node)) });
      return;
    }
    const fit = isDescribed(field, line) ? 1 : Math.max(headingFit(field, line.text), anchorFit(field, line));
    if (fit < 0.6 || (line.flags & flag.footer && !isOfFirm(field))) return;
    const isHeading = (line.flags & PROMINENT) !== 0 || line.node.name === 'legend' || /[:：]$/.test(line.text);
    const scope = scopeOfLabel(line);
    const cards = isHeading && !scope ? cardTitles(evidence.view, at, line, field) : [];
    if (cards.length > 1) {
      found.push({
        weight: 0.6 * fit,
        entries: cards.map(nameOf).map(({ text, node }) => toEntry(text, 0.6 * fit, node)),
      });
      return;
    }
    const below = linesUnder(evidence, at, line, { field, scope });
    const block = isHeading ? below : insideItem(line, below);
    const prose = field.concept === undefined ? block.filter(isProse) : [];
    if (block.length === 0) return;
    if (isMixed(field, block)) return;
    if (prose.length * 2 >= block.length) {
      found.push(...prose.slice(0, 1).flatMap((one) => offeredIn(one)));
      return;
    }
    const listed = block.filter(({ node, flags }) => flags & flag.list || node.name === 'li').length / block.length;
    const weight =
      (isHeading ? 0.6 : 0.42) * fit * placeWeight(line.flags) * (block.length === 1 ? 0.7 : 1) + 0.12 * listed;
    found.push({ weight, entries: toEntries({ field, scope }, block, weight) });
  });
  return found;
}

/** If a label is in a list item, keeps only the lines inside that item. Other lines belong to the surrounding list. */
function insideItem({ node }: Line, below: readonly Line[]): readonly Line[] {
  let item: Element | undefined = node;
  while (item && item.name !== 'li') item = parentOf(item);
  return item ? below.filter((line) => item && isWithin(line.node, item)) : below;
}

const minText = 40;

/**
 * True for lines that start with a sentence and also contain labels, code or more sentences. Such lines are not a list
 * of things.
 */
function isMixed({ concept }: Field, [first, ...others]: readonly Line[]): boolean {
  if (concept !== undefined || !first || first.flags & (flag.list | flag.cell) || !isSentence(first.text)) return false;
  const terms = others.filter(({ node }) => node.name === 'dt');
  if (terms.length > 0) return terms.some(({ text }) => /[:：]$/.test(text));
  return first.text.length >= minText && others.some(({ text, node }) => node.name === 'pre' || isSentence(text));
}

/** True for a list that describes the owner of the site. Such a list may be in the footer. */
const isOfFirm = ({ concept }: Field): boolean => concept?.id === 'serviceAreas' || concept?.id === 'services';

const minProse = 120;

/** True for a paragraph of sentences, which is not an entry of a list. */
const isProse = ({ text, node, flags }: Line): boolean =>
  text.length >= minProse && /[.!?]$/.test(text) && node.name !== 'li' && !(flags & flag.list);

/** Returns similar elements that follow a label on the same line, e.g. `Sizes <b>S</b> <b>M</b>`. */
function besideLabel(field: Field, { flags, segments }: Line): Line['segments'] | undefined {
  const [label, ...values] = segments.filter(({ text }) => /[\p{L}\p{N}]/u.test(text));
  const [first] = values;
  if (!label || !first || values.length < 2 || flags & flag.heading || first.node === label.node) return undefined;
  const areAlike = values.every(
    ({ node }) => node.name === first.node.name && node.attribs.class === first.node.attribs.class,
  );
  return areAlike && labelFit(field, labelKey(label.text)) >= 0.95 ? values : undefined;
}

/** Headings of lists of services, e.g. `Nos soins`. */
const OUR_THINGS =
  /^(?:nos|unsere|our|nuestr[oa]s|i nostri|le nostre|(?:os )?nossos|(?:as )?nossas|onze|nasze|våra)\s(?!team|partner|kunden|client|customer|valeur|werte|value|kontakt|preise|tarif|prix|price|horaire|stor|histoire|location|locaux|people|mitarbeiter|referenz|project|news|winkel|butik|boutique|office|tiendas|negozi|lojas|équipe)\p{L}+(?:\s\p{L}+)?$/iu;

/**
 * Returns how well a heading's anchor matches a field. Anchors are often in English, e.g. `<h2
 * id="requirements">動作要件</h2>`.
 */
const anchorFit = (field: Field, { node }: Line): number =>
  /^h[2-6]$/.test(node.name) && labelFit(field, labelKey((node.attribs.id ?? '').replace(/[-_]/g, ' '))) >= 0.95
    ? 0.7
    : 0;

/** Matches a reference to a heading in a field's description, e.g. `Places listed under Our towns`. */
const UNDER =
  /(?<!\p{L})(?:under|below|beneath|unter|sous|bajo|sotto|sob|onder)\s(?:the\s)?(?:heading\s)?["“„«'‘]?(\p{Lu}[^"”“»’.]{2,69})/u;

/** True for a heading to which the field's description refers. */
const isDescribed = ({ description }: Field, { text, flags }: Line): boolean => {
  const named = flags & flag.heading ? labelKey(UNDER.exec(description)?.[1] ?? '') : '';
  return named !== '' && named === labelKey(text);
};

function headingFit(field: Field, text: string): number {
  const key = labelKey(text.replace(/^\p{Extended_Pictographic}+/u, ''));
  const fit = labelFit(field, key);
  if (fit >= 0.6) return fit;
  if (field.concept?.id === 'services' && OUR_THINGS.test(text) && conceptsByLabel(key).length === 0) return 0.62;
  const words = key.split(' ');
  // Matches headings such as "Ingredients for the dough" and "For the method" by their first or last words.
  if (words.length > 5) return 0;
  const [first = '', second = ''] = words;
  return Math.max(labelFit(field, first), labelFit(field, `${first} ${second}`)) >= 0.95
    ? 0.75
    : words.length > 1 && field.concept?.id !== 'services' && labelFit(field, words.at(-1) ?? '') >= 0.95
      ? 0.65
      : 0;
}

/** A field with the elements that contain its labelled values, if known. */
interface Labelled {
  readonly field: Field;
  readonly scope: readonly Element[] | undefined;
}

/** Returns the lines below a heading, up to the end of its section. */
function linesUnder({ view }: Evidence, at: number, heading: Line, { field, scope }: Labelled): readonly Line[] {
  const level = levelOf(heading);
  const found: Line[] = [];
  const others = RELATED.test(field.name) ? 0 : flag.related;
  const container = containerOf(heading.node);
  let listEnd: Element | undefined;
  for (let index = at + 1; index < view.lines.length && found.length < MAX_ENTRIES; index++) {
    const line = view.lines[index];
    if (!line || line.flags & (others | (flag.footer & ~heading.flags) | flag.navigation)) break;
    if (line.flags & flag.heading) {
      if (levelOf(line) <= level || isOtherLabel(field, line.text)) break;
      continue;
    }
    if (isOtherLabel(field, line.text) && line.text.length < 40 && line.flags & flag.bold) break;
    if (!scope && isNextLabel(line, heading)) break;
    if (found.length > 1 && isAfterword(line, found)) break;
    if (isBelowItems(line, found) || (listEnd && isService(line.node, heading))) break;
    if (listEnd && (isNextBoldLabel(field, line, heading) || isProseBelow(line, heading))) break;
    if (listEnd && isOfOtherList(field, line, { found, heading })) break;
    if (scope && !isInScope(line, scope)) continue;
    const list = listAround(line.node);
    if (listEnd && list && (list.name === 'table') !== (listEnd.name === 'table')) break;
    if (listEnd && list !== listEnd && !list && found.length > 0 && !isWithin(line.node, container)) break;
    if (list && listEnd && list.name !== listEnd.name && isOutside(line.node, found, heading)) break;
    if (!list && !listEnd && isOutside(line.node, found, heading)) break;
    if (list) listEnd = list;
    if (line.flags & flag.button || (line.text.length < 2 && !/\p{L}/u.test(line.text))) continue;
    if (
      index - at > 3 &&
      found.length === 0 &&
      !isWithin(line.node, container.parent && 'name' in container.parent ? (container.parent as Element) : container)
    )
      break;
    found.push(line);
  }
  return preferList(found);
}

const isOtherLabel = (field: Field, text: string): boolean => {
  if (text.length > 40) return false;
  const concepts = conceptsByLabel(text);
  return (
    concepts.length > 0 &&
    !(field.concept && concepts.includes(field.concept)) &&
    concepts.some(({ kind }) => kind === 'list' || kind === 'prose')
  );
};

const containerOf = (node: Element): Element => {
  const up = parentOf(node) ?? node;
  return parentOf(up) ?? up;
};

/** Drops lines outside lists if the first line is in a list, or if at least 30 % of the lines are in lists. */
function preferList(lines: readonly Line[]): readonly Line[] {
  const listed = lines.filter(({ node }) => listAround(node));
  if (lines[0] && listed.includes(lines[0])) return listed;
  if (listed.length < 2 || listed.length < lines.length * 0.3) return lines.slice(0, 60);
  return listed;
}

const BULLET = /^\s*[-–—•*▢☐□✓]\s*/;
const NUMBERED = /^\s*(?:[-–—•*▢☐□✓]|\d{1,2}[.)](?=\s))\s*/;

/** Creates one entry per list item or row, else one per line. */
function toEntries({ field, scope }: Labelled, lines: readonly Line[], weight: number): readonly Sighting[] {
  const seen = new Set<Element>();
  const terms = termsIn(lines, field);
  if (terms.length > 0) return terms.map(({ text, node }) => toEntry(text, weight, node));
  const [only] = lines;
  const chips = only && lines.length === 1 ? chipsIn(only) : [];
  if (chips.length > 0) return chips.map(({ text, node }) => toEntry(text.trim(), weight, node));
  if (only && lines.length === 1 && isEnumeration(only.text))
    return splitText(field, only.text).map((raw) => toEntry(raw, weight, only.node));
  const isNumbered = lines.filter(({ text }) => NUMBERED.test(text)).length * 2 > lines.length;
  return lines.flatMap((line) => {
    const around = entryOf(line.node);
    const node = scope?.every((element) => !isWithin(around, element)) ? line.node : around;
    if (seen.has(node)) return [];
    if (node !== line.node) seen.add(node);
    const first = field.concept === undefined ? firstCell(node) : undefined;
    if (first === '') return [];
    const whole = first ?? (node === line.node ? line.text : textOf(node));
    const name = field.concept?.kind === 'name' ? nameInside(node) : undefined;
    const text = (name ?? nameInLinks(node) ?? whole).replace(isNumbered ? NUMBERED : BULLET, '');
    return text === '' || MORE.test(text) ? [] : [toEntry(text, weight, node)];
  });
}

const toEntry = (raw: string, weight: number, node: Element): Sighting => ({
  raw,
  weight,
  kind: 'heading',
  node,
  excerpt: excerptOf(raw),
});

/** True for a short line that is not a sentence, and may therefore enumerate several things. */
const isEnumeration = (text: string): boolean => text.length < 200 && !/[.!?。！？]$/.test(text);

/**
 * Returns the innermost list item or row around a line. If that item or row contains further items or rows, returns the
 * line's own element.
 */
const entryOf = (node: Element): Element => {
  for (let up: Element | null = node, steps = 0; up && steps < 5; steps++, up = up.parent as Element | null) {
    if (up.name === 'li' || up.name === 'tr')
      return findElements(up, ({ name }) => name === 'li' || name === 'tr', 1).length === 0 ? up : node;
    if (up.name === 'ul' || up.name === 'ol' || up.name === 'table') return node;
  }
  return node;
};

/** Returns the items after a label, e.g. `Tags: a, b, c`. */
function fromLabels(field: Field, evidence: Evidence): readonly ListSighting[] {
  return evidence.pairs.flatMap((pair) => {
    const fit = labelFit(field, pair.key);
    if (fit < 0.6 || field.concept?.id === 'instructions' || isFirstItem(pair) || PROMPT.test(pair.value)) return [];
    const items = findElements(pair.node, ({ name }) => name === 'li', MAX_ENTRIES).map((node) => textOf(node));
    const links = items.length > 0 ? items : linksOf(pair);
    const definitions = pair.kind === 'definition' ? definitionTexts(pair.node) : [];
    const several = links.length > 1 ? links : definitions;
    const listed = field.concept?.kind === 'name' ? pair.value : (pair.rest ?? pair.value);
    const texts = several.length > 1 ? several : splitText(field, listed);
    const weight = (texts.length > 1 ? 0.62 : 0.5) * fit * placeWeight(pair.flags);
    return [
      {
        weight,
        entries: texts.map((raw) => ({
          raw,
          weight,
          kind: pair.kind,
          node: pair.node,
          excerpt: excerptOf(`${pair.label}: ${raw}`),
        })),
      },
    ];
  });
}

/** Returns the texts of the links in a pair's value. Ignores links before the value in the same element. */
function linksOf({ node, value }: Pair): readonly string[] {
  let end = value.length;
  return findElements(node, ({ name }) => name === 'a', MAX_ENTRIES)
    .map(textOf)
    .filter((text) => text !== '' && value.includes(text))
    .toReversed()
    .filter((text) => {
      const at = end === 0 ? -1 : value.lastIndexOf(text, end - text.length);
      if (at < 0 || end < text.length) return false;
      end = at;
      return true;
    })
    .toReversed();
}

/** True for a label above a list. In that case, the pair's value contains only the first item. */
const isFirstItem = ({ node, label }: Pair): boolean => {
  const item = node.name === 'li' ? node : parentOf(node);
  const list = item?.name === 'li' ? parentOf(item) : undefined;
  return list !== undefined && elementsIn(list).length > 1 && !textOf(list).includes(label);
};

/** Returns the text of each definition of a term. `first` is the first definition. */
function definitionTexts(first: Element): readonly string[] {
  const siblings = first.parent ? elementsIn(first.parent) : [];
  const after = siblings.slice(siblings.indexOf(first));
  const end = after.findIndex(({ name }) => name !== 'dd');
  return after
    .slice(0, end < 0 ? MAX_ENTRIES : end)
    .map(textOf)
    .filter((text) => text !== '');
}

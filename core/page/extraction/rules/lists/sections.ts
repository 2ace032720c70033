import type { Element } from 'domhandler';
import { labelFit } from '../find/from-text';
import { excerptOf, type Sighting } from '../find/sighting';
import { labelKey } from '../lexicon/words';
import type { Evidence } from '../page/evidence';
import { flag, OUTSIDE } from '../page/flags';
import { isWithin, parentOf, parentOfAll } from '../page/text-of';
import type { Line } from '../page/view';
import type { Field } from '../schema/field';
import { parseDay } from '../values/dates';
import { isListNamed } from './inner-list';
import type { FoundRecord, LeafField } from './record-fields';

const weight = 0.6;
const LEAD = /^(?:h[2-6]|dt|summary|button)$/;
const QUESTION = /[?？؟]$/;
/** A version at the start of a heading, possibly after the name of the software. */
const RELEASE =
  /^(?:\p{L}[\p{L} -]{0,30}\s)?\[?(v?\d{1,4}\.\d{1,4}(?:\.\d{1,6}){0,3}(?:[-.]?(?:alpha|beta|rc|pre|dev)[-.]?\d{0,3})?)\]?(?![\d%])/iu;
const minShare = 0.6;
const maxDateLine = 60;

/** A line that introduces a section, and the lines below. */
interface Section {
  readonly lead: Line;
  readonly body: readonly Line[];
}

/** Returns records whose fields are spread over a section, e.g. questions with long answers or software releases. */
export function sectionRecords(leaves: readonly LeafField[], evidence: Evidence): readonly FoundRecord[] {
  const named = (word: RegExp) =>
    leaves.find(({ field, isList }) => !isList && field.words.some((one) => word.test(one)));
  const [question, answer] = [named(/^question|^frage/), named(/^answer|^antwort/)];
  if (question && answer && leaves.length <= 3)
    return sectionsBelow(evidence, ({ text }) => QUESTION.test(text)).map(({ lead, body }) => ({
      cells: new Map([
        [question.field, sightingOf([lead])],
        ...(body.length > 0 ? [[answer.field, sightingOf(body)] as const] : []),
      ]),
    }));
  const version = named(/^version$|^release$|^tag$/);
  if (!version) return [];
  return sectionsBelow(evidence, ({ text }) => RELEASE.test(text)).map((section) =>
    releaseOf(section, version.field, { leaves, evidence }),
  );
}

/** Returns the sections whose first line passes a test. Empty if many lines with the same tag fail the test. */
function sectionsBelow({ view }: Evidence, passes: (line: Line) => boolean): readonly Section[] {
  const lines = view.lines.filter(({ flags }) => !(flags & (OUTSIDE | flag.related | flag.review | flag.dialog)));
  const tag = mostFrequent(lines.filter(passes).map(({ node }) => leadOf(node)?.name ?? ''));
  const leads = lines.filter(({ node }) => tag !== '' && leadOf(node)?.name === tag);
  const passing = leads.filter(passes);
  if (passing.length < 2 || passing.length < minShare * leads.length) return [];
  const box = parentOfAll(passing.map(({ node }) => node));
  const starts = new Set(leads);
  const sections: { lead: Line; body: Line[] }[] = [];
  let open: { lead: Line; body: Line[] } | undefined;
  for (const line of lines) {
    const isEnd = !box || !isWithin(line.node, box) || endsAbove(line, tag);
    if (starts.has(line)) {
      open = passes(line) ? { lead: line, body: [] } : undefined;
      if (open) sections.push(open);
    } else if (isEnd) open = undefined;
    else open?.body.push(line);
  }
  return withoutTail(sections);
}

/**
 * Shortens the last section to the length of the longest other section. The last section may be followed by text about
 * all sections.
 */
function withoutTail(sections: readonly Section[]): readonly Section[] {
  const longest = Math.max(...sections.slice(0, -1).map(({ body }) => body.length));
  return sections.map((one, i) => (i < sections.length - 1 ? one : { ...one, body: one.body.slice(0, longest) }));
}

const endsAbove = ({ node }: Line, tag: string): boolean =>
  /^h[1-6]$/.test(node.name) && (!/^h/.test(tag) || node.name <= tag);

/** Returns the heading, term, summary or button that contains a line. */
function leadOf(node: Element): Element | undefined {
  let up: Element | undefined = node;
  for (let level = 0; up && level < 3; level++, up = parentOf(up)) if (LEAD.test(up.name)) return up;
  return undefined;
}

function mostFrequent(names: readonly string[]): string {
  const counts = new Map<string, number>();
  for (const name of names) if (name !== '') counts.set(name, (counts.get(name) ?? 0) + 1);
  return [...counts].sort((a, b) => b[1] - a[1])[0]?.[0] ?? '';
}

const sightingOf = (lines: readonly Line[]): Sighting => {
  const raw = lines.map(({ text }) => text).join('\n');
  return { raw, weight, kind: 'record', node: lines[0]?.node, excerpt: excerptOf(raw), isVerbatim: true };
};

/**
 * Reads a release: the version from the heading, the date from the heading or a short line below it, and the changes
 * from lists.
 */
function releaseOf(
  { lead, body }: Section,
  version: Field,
  { leaves, evidence }: { readonly leaves: readonly LeafField[]; readonly evidence: Evidence },
): FoundRecord {
  const cells = new Map<Field, Sighting>();
  const lists = new Map<string, readonly Sighting[]>();
  const { dates } = evidence.place;
  const said = RELEASE.exec(lead.text)?.[1] ?? '';
  const dated = [lead, ...body.slice(0, 2)].find(
    ({ text }) => text.length <= maxDateLine && parseDay(text, dates) !== undefined,
  );
  const lone = leaves.filter(({ isList }) => isList).length === 1;
  for (const { field, isList } of leaves) {
    if (field.pointer === version.pointer) cells.set(field, { ...sightingOf([lead]), raw: said.replace(/^v/i, '') });
    else if (isList) {
      const named = itemsBelow(body, field);
      const items = named.length > 0 || !lone || !isListNamed(field) ? named : body.filter(isItem);
      if (items.length > 0)
        lists.set(
          field.pointer,
          items.map((line) => sightingOf([line])),
        );
    } else if (field.concept?.kind === 'date' || field.format === 'date') {
      const raw = parseDay(dated?.text ?? '', dates);
      if (dated && raw !== undefined) cells.set(field, { ...sightingOf([dated]), raw });
    } else if (field.concept?.id === 'title') cells.set(field, sightingOf([lead]));
    else if (isListNamed(field)) {
      const text = body.filter((line) => line !== dated);
      if (text.length > 0) cells.set(field, sightingOf(text));
    }
  }
  return { cells, lists };
}

const isItem = ({ node }: Line): boolean => node.name === 'li' || parentOf(node)?.name === 'li';

/** Returns the list items below a heading that equals a field's name, e.g. `Added` or `Fixed`. */
function itemsBelow(body: readonly Line[], field: Field): readonly Line[] {
  let isNamed = false;
  return body.filter((line) => {
    if (!isItem(line)) isNamed = line.text.length < 40 && labelFit(field, labelKey(line.text)) >= 0.6;
    return isNamed && isItem(line);
  });
}

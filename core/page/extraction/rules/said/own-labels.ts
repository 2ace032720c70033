import { inLines, type LineRule } from '../find/in-lines';
import type { Sighting } from '../find/sighting';
import { labelKey, likeness, wordsOf } from '../lexicon/words';
import type { Evidence } from '../page/evidence';
import { flag, OUTSIDE } from '../page/flags';
import type { Field } from '../schema/field';

const rule: LineRule = { near: [0, 200], maxChars: 80, away: OUTSIDE | flag.review, weight: 0.5, kind: 'label' };
const STATE = /^(?:status|level|label|state)$/;
const COUNT = /^(?:count|number|total|num)$/;
const FIGURE = /^\d[\d.,]*\s?(?:k|m|million)?\+?$/i;
const linesBelow = 4;

/**
 * Returns the value next to or above a label that consists of the words of a field's name, e.g. `60,000+` above
 * `Learners` for `learner_count`, or `Rarely needed` after `Upkeep` for `upkeep_status`.
 */
export function besideOwnLabel(field: Field, evidence: Evidence): readonly Sighting[] {
  const { name, kind, format, concept } = field;
  const words = wordsOf(name);
  const last = words.at(-1) ?? '';
  if (concept !== undefined || kind !== 'string' || format !== undefined || words.length < 2) return [];
  if (COUNT.test(last)) return figuresAbove(evidence, words.slice(0, -1));
  if (!STATE.test(last)) return [];
  const key = words.slice(0, -1).join(' ');
  return inLines(evidence, rule, (text, { segments }) => {
    const [first, second] = segments.filter((one) => one.text.trim() !== '');
    if (!first || !second || first.node === second.node || labelKey(first.text) !== key) return undefined;
    const rest = text.slice(first.text.trim().length).replace(/^[\s:–-]+|(?<![\s*†])[\s*†]+$/gu, '');
    return /\p{L}/u.test(rest) ? rest : undefined;
  }).slice(0, 1);
}

/** Returns the figure in the line above or below a noun. */
const figuresAbove = (evidence: Evidence, nouns: readonly string[]): readonly Sighting[] =>
  inLines(evidence, { ...rule, maxChars: 40 }, (text, _, at) => {
    if (likeness(wordsOf(text), nouns) < 1) return undefined;
    const { lines } = evidence.view;
    return [lines[at - 1]?.text ?? '', lines[at + 1]?.text ?? ''].find((one) => FIGURE.test(one));
  }).slice(0, 1);

const MEASURE = /^(?:length|height|width|depth|diameter|weight|thickness)$/;
const SIZE = '(\\d+(?:[.,]\\d+)?\\s?(?:mm|cm|m|in(?:ch(?:es)?)?|ft|kg|g|lbs?|oz)(?![\\p{L}\\d]))';

/** Returns the measure directly after a name and a remark, e.g. `Overall height (with lid) 86 mm`. */
export function measuresAfterName({ name, kind, concept }: Field, evidence: Evidence): readonly Sighting[] {
  const words = wordsOf(name);
  if (concept !== undefined || kind !== 'string' || !MEASURE.test(words.at(-1) ?? '')) return [];
  const pattern = new RegExp(`(?<!\\p{L})${words.join('[\\s-]')}(?:\\s?\\([^()]{1,30}\\))?\\s?[:–-]?\\s?${SIZE}`, 'iu');
  return inLines(evidence, { ...rule, maxChars: 200, near: [-100] }, pattern).slice(0, linesBelow);
}

const DIMENSIONS =
  /^(\d+(?:[.,]\d+)?(?:\s?(?:mm|cm|m|in|["”]))?\s?[x×]\s?\d+(?:[.,]\d+)?(?:\s?(?:mm|cm|m|in|["”]))?(?:\s?[x×]\s?\d+(?:[.,]\d+)?)?\s?(?:mm|cm|m|in(?:ches)?|["”]))(?!\p{L})/iu;

/** Returns the dimensions after a label such as `Size`. */
export const labelledDimensions = ({ pairs }: Evidence): readonly Sighting[] =>
  pairs.flatMap(({ key, value, flags, kind, node, label }): readonly Sighting[] => {
    const raw =
      /^(?:size|measures|measurements|maße|größe)$/.test(key) && !(flags & OUTSIDE)
        ? DIMENSIONS.exec(value)?.[1]
        : undefined;
    return raw === undefined ? [] : [{ raw, weight: 0.6, kind, node, excerpt: `${label}: ${value}`.slice(0, 200) }];
  });

/** Returns the value of a label below a group label, e.g. of `Memory` below `Recommended` for `recommended_memory`. */
export function inLabelledGroup({ name, concept, kind }: Field, { view, pairs }: Evidence): readonly Sighting[] {
  const [group = '', ...rest] = wordsOf(name);
  if (concept !== undefined || kind !== 'string' || rest.length === 0 || !GROUPS.test(group)) return [];
  const found = pairs.find(({ key, at, flags }) => {
    if (key !== rest.join(' ') || flags & OUTSIDE) return false;
    const label = view.lines
      .slice(Math.max(0, at - linesOfGroup), at)
      .findLast(({ text }) => GROUPS.test(labelKey(text)));
    return label !== undefined && labelKey(label.text) === group;
  });
  return found
    ? [
        {
          raw: found.value,
          weight: 0.75,
          kind: found.kind,
          node: found.node,
          excerpt: `${found.label}: ${found.value}`,
        },
      ]
    : [];
}

const GROUPS = /^(?:minimum|recommended|required|standard|premium|basic|optional)$/;
const linesOfGroup = 12;

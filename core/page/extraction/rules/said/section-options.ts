import type { Sighting } from '../find/sighting';
import { excerptOf, type ListSighting } from '../find/sighting';
import { wordsOf } from '../lexicon/words';
import type { Evidence } from '../page/evidence';
import { flag } from '../page/flags';
import type { Pair } from '../page/pairs';
import type { Field } from '../schema/field';
import { stemOf } from './page-sentences';

const OPTIONS =
  /^(?:options|values|choices|allowed(?: values| keys)?|possible values|accepted values|one of|werte|optionen|valeurs|valores|valori)$/;
const ASKS_OPTIONS = /^(.+?)[ _-]?(?:options|values|choices)$/i;
const ASKS_DEFAULT = /^default[ _-]?(.+)$/i;
const DEFAULT = /^(?:default(?: value)?|standard(?:wert)?|défaut|por defecto|predefinito|padrão|standaard|domyślnie)$/;

/** Returns the pairs in the sections whose headings consist of the words of a phrase. */
function pairsBelow({ view, pairs }: Evidence, phrase: string): readonly Pair[] {
  const wanted = wordsOf(phrase).map(stemOf);
  const heads = view.lines.flatMap(({ text, flags }, at) => {
    if (!(flags & flag.heading) || text.length > 60) return [];
    const said = wordsOf(text).map(stemOf);
    const isAbout = said.every((stem) => wanted.includes(stem)) || wanted.every((stem) => said.includes(stem));
    const isOwn = isAbout && Math.abs(said.length - wanted.length) <= 1;
    return [{ at, isOwn: isOwn && said.length > 0, fit: said.length === wanted.length ? 1 : 0 }];
  });
  const [best] = heads.filter(({ isOwn }) => isOwn).toSorted((a, b) => b.fit - a.fit);
  if (!best) return [];
  const end = heads.find(({ at }) => at > best.at)?.at ?? view.lines.length;
  return pairs.filter(({ at }) => at > best.at && at < end);
}

/** Returns the values after `Options:` below the heading of a setting, e.g. below `formats` for `format_options`. */
export function optionValues({ name, concept }: Field, evidence: Evidence): readonly ListSighting[] {
  const setting = ASKS_OPTIONS.exec(name)?.[1] ?? (concept === undefined ? name : undefined);
  const pair = setting === undefined ? undefined : pairsBelow(evidence, setting).find(({ key }) => OPTIONS.test(key));
  if (!pair) return [];
  const weight = 0.75;
  const entries = pair.value.split(/,\s|\s\|\s/).map((raw) => sightingOf(pair, raw.trim(), weight));
  return [{ entries, weight }];
}

/** Returns the value after `Default:` below the heading of a setting. */
export function defaultValues({ name, kind }: Field, evidence: Evidence): readonly Sighting[] {
  const setting = kind === 'string' ? ASKS_DEFAULT.exec(name)?.[1] : undefined;
  const pair = setting === undefined ? undefined : pairsBelow(evidence, setting).find(({ key }) => DEFAULT.test(key));
  return pair ? [sightingOf(pair, pair.value, 0.6)] : [];
}

const sightingOf = ({ label, value, kind, node }: Pair, raw: string, weight: number): Sighting => ({
  raw,
  weight,
  kind,
  node,
  excerpt: excerptOf(`${label}: ${value}`),
});

const minEntries = 2;

/**
 * Returns the titles of numbered entries that start with the singular of a field's name, e.g. `Knots` from `Lesson 1:
 * Knots` for `lessons`.
 */
export function numberedEntries({ name, concept }: Field, { view }: Evidence): readonly ListSighting[] {
  // In German, `Tag 1: …` is the title of a day, not a keyword.
  if (concept?.id === 'keywords') return [];
  const last = wordsOf(name).at(-1) ?? '';
  if (last.length < 4 || !/s$/.test(last)) return [];
  const pattern = new RegExp(`^${last.replace(/s$/, '')}\\s?\\d{1,3}\\s?[:.–-]\\s?(\\S.*)$`, 'iu');
  const weight = 0.8;
  const entries = view.lines.flatMap(({ text, node, flags }): readonly Sighting[] => {
    const raw = flags & (flag.related | flag.navigation) || text.length > 200 ? undefined : pattern.exec(text)?.[1];
    return raw === undefined ? [] : [{ raw, weight, kind: 'text', node, excerpt: excerptOf(text) }];
  });
  return entries.length < minEntries ? [] : [{ entries, weight }];
}

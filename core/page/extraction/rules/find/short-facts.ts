import type { Evidence } from '../page/evidence';
import { flag, OUTSIDE } from '../page/flags';
import { inLines } from './in-lines';
import { excerptOf, type Sighting } from './sighting';

const AWAY = OUTSIDE | flag.review;
const maxChars = 200;
/** Separators between facts in a line, e.g. `Paperback · 312 pages | English`, `4.8 (12 reviews)`. */
const BETWEEN_FACTS = /\s?[|•·∙⋅]\s?|\s[–—]\s|[;；]\s|\s?\((?=\d)/u;

/** Splits a line into its facts. */
export const factTexts = (line: string): readonly string[] =>
  line.split(BETWEEN_FACTS).flatMap((part) => (part.trim() === '' ? [] : [part.trim()]));

/** A short statement, e.g. `312 pages`. A line may contain several statements. */
export interface Fact {
  readonly text: string;
  readonly sighting: (raw: string, weight: number) => Sighting;
}

/** Returns the short statements of a page, starting at its headline. */
export const shortFacts = (evidence: Evidence): readonly Fact[] => evidence.once(factsOf);

const factsOf = ({ view }: Evidence): readonly Fact[] =>
  view.lines.flatMap(({ text, node, flags }, at): readonly Fact[] => {
    if (flags & AWAY || text.length > maxChars || at < view.headlineAt - 2) return [];
    const sighting = (raw: string, weight: number): Sighting => ({
      raw,
      weight: weight / (1 + Math.max(0, at - view.headlineAt) / 200),
      kind: 'text',
      node,
      excerpt: excerptOf(text),
    });
    return factTexts(text).map((fact) => ({ text: fact, sighting }));
  });

const OUT_OF =
  /^[^\d\p{L}]{0,4}(\d{1,2}(?:[.,]\d{1,2})?)\s?(?:\/|(?:out )?of|von|sur|de|su|van|z|av|из)\s?(?:5|10|100)(?![\d.,]*\d)(?:\s?(?:stars?|sterne?n?|étoiles?|estrellas?|stelle|estrelas|sterren|points?))?(?:\s?\(|\W*$)/iu;
const BESIDE_STAR = /^\P{L}{0,3}?(\d[.,]\d)\s?★(?![★☆])|^\P{L}{0,3}?(?<!★)★\s?(\d[.,]\d)(?![\d.,])/u;
/**
 * Matches the stars of a rating. Ignores a single star unless empty stars follow, because a single star is often only a
 * symbol.
 */
const GLYPHS = /(?<!★)(★{2,5}|★(?=☆))☆{0,4}(?!★)/u;
const CLASS =
  /(?<![\d.,])([1-5])[-\s]?(?:stars?|sterne?)[-\s](?:superior\s)?(?:hotel|inn|resort|guesthouse|lodge)|(?:hôtel|hotel|hostal)\s(?:de\s|a\s)?([1-5])\s?(?:étoiles?|estrellas|stelle|estrelas|sterren|\*)/iu;

/** True for a rating with its maximum, e.g. `4.3 out of 5 stars`. */
export const isOutOf = (text: string): boolean => OUT_OF.test(text);

/** A rating directly before the number of reviews in brackets, e.g. `4.3 (218 reviews)`. */
const BEFORE_REVIEWS =
  /^\P{L}{0,3}?(?<!\d)([0-5][.,]\d{1,2})\s?\(\d[\d.,\s]{0,9}\s(?:\p{L}+[\s-]){0,2}(?:reviews?|ratings?|bewertungen|rezensionen|avis|opiniones|reseñas|recensioni|avaliações|beoordelingen|opinii|recenzí|omdömen)\)/iu;

/** A rating with the number of reviews on which it is based, e.g. `4.5 based on 14 reviews`. */
const BASED_ON =
  /^(?:rat(?:ed|ing):?\s)?([0-5](?:[.,]\d{1,2})?)\s(?:stars?\s|out of 5\s(?:stars?\s)?)?based on \d[\d.,]*\s(?:\p{L}+\s)?(?:reviews?|ratings?)(?!\p{L})/iu;

/** A line that is only a rating, e.g. `4.9 Ratings`. */
const ONLY_RATING = /^([0-5][.,]\d{1,2})\s(?:ratings?|stars?|sterne|étoiles|estrellas|stelle|estrelas|sterren)$/iu;

/** Returns numeric ratings, e.g. `8.7/10`, `4.3 out of 5 stars`, `4.3 (218 reviews)`. */
export const scores = (evidence: Evidence): readonly Sighting[] => [
  ...shortFacts(evidence).flatMap(({ text, sighting }) => {
    const score = OUT_OF.exec(text)?.[1] ?? BESIDE_STAR.exec(text)?.slice(1).find(Boolean);
    return score === undefined ? [] : [sighting(score, 0.55)];
  }),
  ...inLines(evidence, { near: [0], maxChars, away: AWAY, weight: 0.55 }, BEFORE_REVIEWS),
  ...inLines(evidence, { near: [0], maxChars, away: OUTSIDE, weight: 0.55 }, BASED_ON),
  ...inLines(evidence, { near: [0, 10], maxChars: 20, away: AWAY, weight: 0.55 }, ONLY_RATING),
];

/** Returns star ratings, e.g. from `★★★★☆` or `4-star hotel`. */
export const stars = (evidence: Evidence): readonly Sighting[] =>
  shortFacts(evidence).flatMap(({ text, sighting }) => {
    if (OUT_OF.test(text) || BESIDE_STAR.test(text)) return [];
    const [, before, after] = CLASS.exec(text) ?? [];
    const count = GLYPHS.exec(text)?.[1]?.length ?? before ?? after;
    return count === undefined ? [] : [sighting(String(count), 0.5)];
  });

const PRICE_LEVEL = /^(?:\${1,5}|€{1,5}|£{1,5}|¥{1,5})$/;

/** Returns price levels, e.g. `$$`, found in line fragments near the headline. */
export const priceLevels = (evidence: Evidence): readonly Sighting[] =>
  inLines(evidence, { near: [0, 21], maxChars, away: AWAY, weight: 0.5 }, (_, { segments }) =>
    segments
      .flatMap(({ text, node }) => text.split(BETWEEN_FACTS).map((part) => ({ raw: part.trim(), node })))
      .filter(({ raw }) => PRICE_LEVEL.test(raw)),
  );

const VERSION = /(?<![\p{L}\d.])(?:version|release|versión|versão|versione|versie|wersja|v)\s?(\d+(?:\.\d+)+[\w-]*)/iu;

/** Returns versions from short statements, e.g. `Version 2.4.1`. */
export const versions = (evidence: Evidence): readonly Sighting[] =>
  shortFacts(evidence).flatMap(({ text, sighting }) => {
    const found = VERSION.exec(text)?.[1];
    return found === undefined ? [] : [sighting(found, 0.4)];
  });

const LICENSE =
  /^(?:licen[cs]e:?\s)?((?:MIT|ISC|Apache|BSD|AGPL|LGPL|GPL|MPL|EPL|CC0|CC[- ]BY|Unlicense|Zlib|WTFPL|0BSD)(?:[-\s]?v?\d(?:\.\d)?(?:[-\s]?(?:clause|only|or-later))?)?(?:-[A-Z]{2})*)(?:\s(?:licen[cs]ed?|lizenz))?$/iu;

/** Returns short statements that consist only of a license, e.g. `MIT`. */
export const shortLicenses = (evidence: Evidence): readonly Sighting[] =>
  shortFacts(evidence).flatMap(({ text, sighting }) => {
    const found = LICENSE.exec(text)?.[1];
    return found === undefined ? [] : [sighting(found, 0.45)];
  });

/**
 * Returns the number or time that follows a field's name in a line, e.g. `Humidity 81 %`, `feels like −8 °C`. Used for
 * fields without a known concept.
 */
export function afterName(evidence: Evidence, words: readonly string[], isTime: boolean): readonly Sighting[] {
  const name = words.join('[\\s-]');
  if (words.length === 0 || name.length < 4 || !/^[\p{L}\d[\]\\s-]+$/u.test(name)) return [];
  const value = isTime ? '\\d{1,2}[:.h]\\d\\d(?:\\s?[ap]\\.?m\\.?)?' : '[-−–]?\\d[\\d.,]*(?:\\s?[^\\s\\d.,;]{1,6})?';
  const pattern = new RegExp(
    `(?<![\\p{L}\\d])${name}(?:\\s(?:is|of|at|ist|est|es))?\\s?[:：]?\\s?(?:(?:about|approx\\.?|ca\\.|around)\\s)?(${value})`,
    'iu',
  );
  return inLines(evidence, { maxChars: 400, away: AWAY, needs: /\d/, weight: 0.42 }, (text) =>
    pattern.exec(text)?.[1]?.replace(/[.,]$/, ''),
  );
}

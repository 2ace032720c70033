import { wordSet } from '../../../../common/values/words';
import type { Sighting } from '../find/sighting';
import { wordsOf } from '../lexicon/words';
import type { Evidence } from '../page/evidence';
import type { Field } from '../schema/field';
import { lowerLines } from '../stated/lower-lines';
import { inSentence, type Sentence, sentencesOfLine } from './page-sentences';

/** Maximum length, in characters, of the text between a subject and its value. */
const maxBetween = 45;

const NUMBER = '\\d{1,3}(?:[.,\\u00a0\\u202f ]\\d{3})+(?:[.,]\\d{1,2})?|\\d+(?:[.,]\\d+)?';
const SCALE =
  "(?:\\s?(?:million|billion|millionen|milliarden|mio\\.?|mrd\\.?|millions?|milliards?|millones|milhões|milioni|miljoen|miljard|mln|mld|miljoner|thousand|tausend|k|m|bn)(?!\\p{L})(?:\\s(?:de|di|d[’']))?)?";
const MONEY = `(?:(?:[A-Z]{1,2})?[$€£¥₹]|CHF|EUR|USD|GBP|PLN|SEK)\\s?(?:${NUMBER})${SCALE}|(?:${NUMBER})${SCALE}\\s?(?:€|euros?|eur|£|pounds?|dollars?|usd|zł|pln|kr|kronor|sek|chf|franken)(?!\\p{L})`;
const measure = (units: string): string => `(?:${NUMBER})\\s?(?:${units})(?![\\p{L}\\d])`;

/** Patterns for the values that a word in a field's name requests. */
const VALUES: readonly (readonly [words: ReadonlySet<string>, value: string])[] = [
  [
    wordSet(
      'cost costs price fee budget investment funding fine prize revenue turnover kosten preis prix coût precio coste costo prezzo preço custo prijs cena koszt pris kostnad',
    ),
    MONEY,
  ],
  [wordSet('version'), '(?:(?-i:\\p{Lu})\\p{L}+\\s)?v?\\d+(?:\\.\\d+)+[\\w-]*'],
  [
    wordSet('area surface space fläche größe superficie área oppervlakte powierzchnia yta'),
    measure('m²|m2|sqm|square (?:met(?:re|er)s|feet)|sq\\.? ?ft|qm|ha|hectares?|hektar|acres?|km²'),
  ],
  [
    wordSet('weight load mass gewicht poids peso waga vikt'),
    measure('kg|g|mg|t|tonnes?|tons?|lbs?|pounds|oz|kilo(?:gramm)?s?'),
  ],
  [
    wordSet(
      'length height width depth size diameter distance range altitude elevation länge longueur longitud largo lunghezza comprimento lengte długość längd höhe hauteur altura altezza hoogte wysokość höjd breite largeur anchura ancho larghezza largura breedte szerokość bredd tiefe profondeur profundidad profondità profundidade diepte głębokość djup',
    ),
    measure(
      'mm|cm|m|km|met(?:re|er)s?|mètres|metros|metri|kilomet(?:re|er)s?|kilómetros|ft|feet|in(?:ch(?:es)?)?|miles?',
    ),
  ],
  [wordSet('temperature temperatur température temperatura temperatuur'), `[-−–]?${measure('°\\s?[CF]|degrees')}`],
  [wordSet('speed'), measure('km/h|mph|kn|knots|m/s')],
  [wordSet('power consumption usage'), measure('k?W|kWh|MW|hp|PS|watts?')],
];
/** Words of field names that qualify a value. Sentences often omit them. */
const QUALIFIERS = wordSet('total overall current main new average estimated approximate the of in per');
const LIMITS = wordSet('max maximum min minimum highest lowest');
/** Verbs and signs between a subject and its value, in ten languages. */
const COPULA =
  /(?<!\p{L})(?:is|are|was|were|has|have|costs?|measured|weighed|hatte|kostete|tiene|tem|heeft|ma|har|custou|costó|coûté|costato|kostte|gekost|kosztował[aoy]?|kostade|mierzy|mäter|weighs?|measures?|runs?|of|ist|sind|war|hat|beträgt|kostet|kosten|wiegt|misst|est|sont|était|coûte|pèse|mesure|es|son|era|cuesta|pesa|mide|è|sono|costa|misura|é|são|foi|custa|zijn|kost|weegt|jest|są|wynosi|kosztuje|waży|är|var|kostar|väger)(?!\p{L})|[:=＝：]/iu;

/**
 * Returns the values in sentences about the words of a field's name, e.g. `The house is 110 m²` for `house_area`. Only
 * for names with a word that determines the value's unit.
 */
export function saidValues({ name, description }: Field, evidence: Evidence): readonly Sighting[] {
  const words = wordsOf(name);
  const kind = VALUES.find(([types]) => words.some((word) => types.has(word)));
  if (!kind) return [];
  const [types, value] = kind;
  const subjects = words.filter((word) => !types.has(word) && !QUALIFIERS.has(word));
  const own = subjects.length > 0 ? subjects : words.filter((word) => types.has(word));
  const phrases = [own, phraseOf(description, types)].filter((phrase) => phrase.length > 0);
  const isLimit = subjects.some((word) => LIMITS.has(word));
  const pattern = new RegExp(`(?<![\\p{L}\\d.,])(${value})`, 'giu');
  return sentencesAbout(evidence, phrases).flatMap(({ sentence, phrase }): readonly Sighting[] => {
    const { text } = sentence;
    if (isLimit && phrase === phrases[0] && !subjects.every((word) => wordsOf(text).includes(word))) return [];
    const from = endOf(text, phrase);
    const found = [...text.matchAll(pattern)].find(
      ({ index }) => index >= from && isBetween(text.slice(from, index), phrase.join('') === 'cost'),
    );
    return found?.[1] === undefined ? [] : [inSentence(sentence, found[1].trim())];
  });
}

const [minPhrase, maxPhrase] = [2, 6];

const ARTICLES = wordSet(
  'der die das des den dem le la les l de du des d un une el los las del un una il lo i gli dello della di o a os as do da um uma het een van en ett av w z',
);

/**
 * Returns the words of a short description, which may occur as a phrase on the page. Omits words for the value's type.
 */
function phraseOf(description: string, types: ReadonlySet<string>): readonly string[] {
  const words = wordsOf(description);
  if (words.length < minPhrase || words.length > maxPhrase) return [];
  return words.some((word) => types.has(word))
    ? words.filter((word) => !types.has(word) && !ARTICLES.has(word))
    : words;
}

/** Words between a verb and the value, e.g. `about`. */
const APPROXIMATE =
  /^(?:\s?(?:about|around|only|at most|högst|max(?:imum|imal)?\.?|höchstens|au plus|máximo|al massimo|no máximo|hooguit|najwyżej|nearly|almost|roughly|approximately|approx\.?|over|up to|at|some|just|etwa|rund|circa|ca\.?|fast|bei|bis zu|environ|près de|de|d[’']environ|unos|casi|di|quasi|cerca de|ongeveer|ok\.?|około|cirka|drygt))*\s?$/iu;
/** Words that start another clause, which has a different subject. */
const OTHER_CLAUSE =
  /(?<!\p{L})(?:that|which|who|whose|by|after|before|than|because|if|welche[rs]?|als|nach|vor|qui|que|che|dat|który|som)(?!\p{L})/iu;

/** True for the text between a subject and its value, e.g. ` is about `. */
function isBetween(between: string, isVerb: boolean): boolean {
  // An apposition such as `, Great Maud,` names the subject.
  const text = between.replace(/^,\s[^,]{1,40},/u, '');
  if (text.length > maxBetween || /[\d;()]|,\s/.test(text)) return false;
  const copula = COPULA.exec(text);
  if (!copula) return isVerb && text.trim() === '';
  return (
    !OTHER_CLAUSE.test(text.slice(0, copula.index)) && APPROXIMATE.test(text.slice(copula.index + copula[0].length))
  );
}

/** Returns the index after the last word of a phrase in a sentence. */
function endOf(sentence: string, phrase: readonly string[]): number {
  const lower = sentence.toLowerCase();
  return Math.max(
    ...phrase.map((word) => {
      const said = wordsOf(sentence).find((other) => isSame(word, other)) ?? word;
      return lower.indexOf(said) + said.length;
    }),
  );
}

const minStem = 4;

/** Returns a word without its last letter, which may be an ending such as the German genitive. */
const withoutEnding = (word: string): string => (word.length > minStem ? word.slice(0, -1) : word);

/** True for words that differ only in an ending of one letter. */
const isSame = (word: string, other: string): boolean =>
  word === other || (word.length > minStem && other.startsWith(withoutEnding(word)) && other.length <= word.length + 1);

interface Said {
  readonly sentence: Sentence;
  readonly phrase: readonly string[];
}

/** Returns the sentences from the headline on that contain all words of at least one of the phrases. */
function sentencesAbout(evidence: Evidence, phrases: readonly (readonly string[])[]): readonly Said[] {
  const { headlineAt } = evidence.view;
  return evidence.once(lowerLines).flatMap((line, at): readonly Said[] => {
    const near = phrases.filter((phrase) => phrase.every((word) => line.includes(withoutEnding(word))));
    if (at < headlineAt || near.length === 0) return [];
    return sentencesOfLine(evidence, at).flatMap((sentence): readonly Said[] => {
      const said = wordsOf(sentence.text);
      const phrase = near.find((one) => one.every((word) => said.some((other) => isSame(word, other))));
      return phrase ? [{ sentence, phrase }] : [];
    });
  });
}

const CALLED =
  "(?:is|was|are|ist|heißt|est|es|è|é|jest|är)?\\s?(?:called|named|genannt|namens|heißt|appelée?|s[’']appelle|nommée?|llamad[oa]|se llama|chiamat[oa]|si chiama|chamad[oa]|se chama|chama-se|genaamd|heet|nazywa się|heter)";

/** Returns the name in a sentence such as `My starter is called Bertil` for the field `starter_name`. */
export function calledNames({ name }: Field, evidence: Evidence): readonly Sighting[] {
  const words = wordsOf(name);
  const subjects = words.filter((word) => word !== 'name');
  if (subjects.length === 0 || subjects.length === words.length) return [];
  const pattern = new RegExp(
    `${subjects.join('\\s')}\\s${CALLED}\\s(\\p{Lu}[\\p{L}’'-]*(?:\\s\\p{Lu}[\\p{L}’'-]*){0,3})`,
    'iu',
  );
  return sentencesAbout(evidence, [subjects]).flatMap(({ sentence }): readonly Sighting[] => {
    const found = pattern.exec(sentence.text)?.[1];
    const raw = found && /^(?:\p{Lu}[\p{L}’'-]*\s?)+/u.exec(found)?.[0].trim();
    return raw ? [inSentence(sentence, raw)] : [];
  });
}

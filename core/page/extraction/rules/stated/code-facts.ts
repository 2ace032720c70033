import { inLines } from '../find/in-lines';
import { excerptOf, type Sighting } from '../find/sighting';
import { wordsOf } from '../lexicon/words';
import type { Evidence } from '../page/evidence';
import { flag, OUTSIDE } from '../page/flags';
import type { Line, Segment } from '../page/view';
import type { Field } from '../schema/field';
import { sentencesIn } from '../sentences';

const weight = 0.55;
const FUNCTION = /^(?:function|method|class|symbol|api)(?:[ _-]?name)?$/i;
const PACKAGE = /^(?:package|module|library|crate|gem)[ _-]?name$/i;
const COMMAND = /^(?:command|program|utility|tool)(?:[ _-]?name)?$/i;
const SUMMARY = /^(?:summary|short[ _-]?description|one[ _-]?line[ _-]?\w*|brief|purpose|tagline)$/i;
const ONE_SENTENCE = /\b(?:one|single)[ -](?:sentence|line)/i;
const ADDED =
  /^(?:version[ _-]?added|added[ _-]?in(?:[ _-]?version)?|since(?:[ _-]?version)?|introduced(?:[ _-]?in)?(?:[ _-]?version)?)$/i;
const METHOD = /^(?:http[ _-]?)?(?:method|verb)$|^request[ _-]?method$/i;
const ENDPOINT =
  /^(?:api[ _-]?)?endpoint(?:[ _-]?(?:url|path))?$|^(?:request[ _-]?)?(?:url[ _-]?)?path$|^request[ _-]?url$/i;
const RATE = /^(?:api[ _-]?)?rate[ _-]?limits?$/i;

/** Returns values for fields that occur only in software documentation. */
export function codeFacts({ name, kind, words, description }: Field, evidence: Evidence): readonly Sighting[] {
  if (kind !== 'string') return [];
  if (FUNCTION.test(name)) return identifiers(evidence);
  if (PACKAGE.test(name)) return packages(evidence);
  if (COMMAND.test(name)) return namesInManual(evidence, 'name');
  if (SUMMARY.test(name)) {
    const isShort = ONE_SENTENCE.test(description) || identifiers(evidence).length > 0;
    return [...namesInManual(evidence, 'summary'), ...(isShort ? firstSentences(evidence) : [])];
  }
  if (ADDED.test(name)) return matchesIn(evidence, VERSION_ADDED);
  if (METHOD.test(name)) return matchesIn(evidence, REQUEST, 1);
  if (ENDPOINT.test(name)) return matchesIn(evidence, REQUEST, 2);
  if (RATE.test(name)) return matchesIn(evidence, PER_TIME).filter(({ excerpt }) => LIMITED.test(excerpt));
  return codeBeside(evidence, words);
}

const IDENTIFIER = /^[\p{L}_$][\w$]*(?:(?:\.|::|#|->)[\w$]+)*(?:\(\))?$/u;
/** Matches characters that occur in identifiers but not in ordinary words. */
const IS_CODE = /[._$#:()]|\p{Ll}\p{Lu}|\d/u;

const headlineOf = ({ title }: Evidence): string => title.replace(/(?<![#¶\s\u200b])[#¶\s\u200b]+$/u, '').trim();

/** Returns the headline if it is or contains an identifier, e.g. `grid.resize()`. */
function identifiers(evidence: Evidence): readonly Sighting[] {
  const { view } = evidence;
  const whole = headlineOf(evidence);
  const raw = /(?<![\w.$])[\p{L}_$][\w$]*(?:\.[\w$]+)*\(\)/u.exec(whole)?.[0] ?? whole;
  const isCalled = () => view.lines.some(({ text }) => text.startsWith(`${raw}(`));
  return IDENTIFIER.test(raw) && (IS_CODE.test(raw) || isCalled())
    ? [{ raw, weight, kind: 'heading', node: view.headline, excerpt: excerptOf(raw) }]
    : [];
}

const INSTALL =
  /(?:npm (?:i|install|add)|yarn add|pnpm add|pip3? install|cargo (?:add|install)|gem install|go (?:get|install)|composer require|dotnet add package|brew install)\s(?:-\S+\s)*(\S+)/;

/** Returns the headline of a page about a package if the page explains how to install the package. */
function packages(evidence: Evidence): readonly Sighting[] {
  const raw = headlineOf(evidence);
  const isInstalled = evidence.view.lines.some(({ text }) => text.length <= maxLine && INSTALL.exec(text)?.[1] === raw);
  return isInstalled ? [{ raw, weight, kind: 'heading', node: evidence.view.headline, excerpt: excerptOf(raw) }] : [];
}

const NAME_HEADING = /^(?:name|名前|名称|bezeichnung|nom|nombre|nome|naam|nazwa|namn|navn)$/iu;
const NAME_LINE = /^([\w.+-]+(?:, [\w.+-]+){0,5})\s(?:[-–—]|\\-)\s(.{3,200})$/u;

/** Returns the command or its summary from the first section of a manual page: `NAME: ls - list files`. */
const namesInManual = ({ view }: Evidence, part: 'name' | 'summary'): readonly Sighting[] =>
  view.lines.flatMap(({ text, flags }, at): readonly Sighting[] => {
    const next = view.lines[at + 1];
    if (!(flags & flag.heading) || !next || !NAME_HEADING.test(text)) return [];
    const raw = NAME_LINE.exec(next.text)?.[part === 'name' ? 1 : 2];
    return raw === undefined
      ? []
      : [{ raw, weight: 0.9, kind: 'label', node: next.node, excerpt: excerptOf(next.text) }];
  });

const linesToSentence = 8;
const minSentence = 20;
const maxSummary = 300;

/** Returns the first sentence of the first paragraph below the headline, without signatures and code. */
function firstSentences({ view }: Evidence): readonly Sighting[] {
  const line = view.lines
    .slice(view.headlineAt + 1, view.headlineAt + linesToSentence)
    .find(
      ({ text, flags, node }) =>
        !(flags & (OUTSIDE | flag.heading)) &&
        /^(?:p|dd|div)$/.test(node.name) &&
        /[.。]$/.test(text) &&
        text.length >= minSentence,
    );
  const raw = line && sentencesIn(line.text)[0];
  return raw === undefined || raw.length > maxSummary || raw.length < minSentence || !/[.。]$/.test(raw)
    ? []
    : [{ raw, weight, kind: 'text', node: line?.node, excerpt: excerptOf(raw) }];
}

const VERSION_ADDED =
  /(?:added|new|introduced|neu|hinzugefügt|nouveau|ajouté|nuevo|añadido|aggiunto|nuovo|novo|adicionado|nieuw|toegevoegd|nowe|dodano|nytt|tillagt)\s(?:in|since|ab|seit|dans|depuis|en|desde|dalla?|nella?|na|sinds|w|od|sedan|i)\s(?:(?:the|la|der)\s)?(?:version|versión|versione|versão|versie|wersji|release)?\s?(\d+(?:\.\d+)+[\w-]*)/iu;
const REQUEST = /^(GET|POST|PUT|PATCH|DELETE|HEAD|OPTIONS)\s+((?:https?:\/)?\/\S+)$/;
const PER_TIME =
  /(?<![\d.,])(\d{1,3}(?:[.,\s]?\d{3})*(?:\s\p{L}[\p{L}-]*(?:\s\p{L}{4,})?)?\s(?:per|a|each|pro|je|par|por|al?|na|w ciągu|i)\s(?:second|minute|hour|day|sekunde|minute|stunde|tag|seconde|heure|jour|segundo|minuto|hora|día|dia|secondo|ora|giorno|minuut|uur|dag|sekundę|minutę|godzinę|dzień|sekund|minut|timme))(?!\p{L})/iu;
/** Words in sentences about the limits of an API. */
const LIMITED =
  /limit|request|calls?(?!\p{L})|quota|rate|anfrage|aufruf|requête|appel|solicitud|petici|llamada|richiest|chiamat|pedido|requisiç|verzoek|aanroep|żąda|zapyta|anrop|begär/iu;
const maxLine = 600;

const matchesIn = (evidence: Evidence, pattern: RegExp, group = 1): readonly Sighting[] =>
  inLines(evidence, { maxChars: maxLine, away: OUTSIDE, weight }, (text) => pattern.exec(text)?.[group]?.trim());

/** Pattern of the code that a field requests, keyed by the last word of the field's name. */
const CODES: readonly (readonly [words: RegExp, code: RegExp])[] = [
  [/^(?:path|file|directory|folder|location)$/, /^(?:[~.]?\/|[A-Z]:\\|\$\{?\w+\}?\/)\S+$/],
  [/^(?:variable|env|envvar)$/, /^\$?[A-Z][A-Z0-9_]{2,}$/],
  [/^port$/, /^\d{2,5}$/],
];

/** Last words of field names for which any inline code is accepted. The sentence must contain the same word. */
const WORD_AS_CODE =
  /^(?:password|username|user|login|key|token|branch|command|image|scope|permission|header|role|module)$/;

/** Returns the inline code in a sentence that contains the other words of a field's name, e.g. the default path. */
function codeBeside(evidence: Evidence, words: readonly string[]): readonly Sighting[] {
  const [, known] = CODES.find(([last]) => last.test(words.at(-1) ?? '')) ?? [];
  const code = known ?? (WORD_AS_CODE.test(words.at(-1) ?? '') ? /^\S+$/ : undefined);
  const others = known ? words.slice(0, -1) : words;
  if (!code || words.length < 2) return [];
  return inLines(evidence, { maxChars: maxLine, away: OUTSIDE | flag.review, weight }, (_, line) =>
    codesIn(line).flatMap(({ segment: { text, node }, before }) => {
      const raw = text.trim();
      const said = wordsOf(before);
      const isNamed = code.test(raw) && others.every((word) => said.some((other) => startsAlike(word, other)));
      return isNamed ? [{ raw, node }] : [];
    }),
  );
}

const minStart = 5;

/** True for equal words, and for long words that differ only in their ending, e.g. `required` and `requires`. */
const startsAlike = (word: string, other: string): boolean =>
  word === other ||
  (word.length > minStart &&
    other.startsWith(word.slice(0, Math.max(minStart, word.length - 2))) &&
    Math.abs(word.length - other.length) <= 2);

/** Returns each piece of inline code in a line, with the text before it in the same sentence. */
function codesIn({ segments }: Line): readonly { readonly segment: Segment; readonly before: string }[] {
  const found: { segment: Segment; before: string }[] = [];
  let before = '';
  for (const segment of segments) {
    if (/^(?:code|kbd|samp|tt|var)$/.test(segment.node.name)) found.push({ segment, before });
    before = (before + segment.text).split(/[.!?]\s/).at(-1) ?? '';
  }
  return found;
}

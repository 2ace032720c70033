import type { Element } from 'domhandler';
import { likeness, wordsOf } from '../lexicon/words';
import type { Evidence } from '../page/evidence';
import { flag, ownFlags } from '../page/flags';
import { wordsOfAttributes } from '../page/hints';
import { findElements, parentOf } from '../page/text-of';
import { inLines } from './in-lines';
import { factTexts, shortFacts } from './short-facts';
import { excerptOf, type Sighting } from './sighting';

const AWAY = flag.navigation | flag.related | flag.dialog | flag.aside;
/** Nouns that follow the number of comments, views etc. on a page. Covers ten languages. */
const NOUNS: Readonly<Record<string, string>> = {
  commentCount:
    'comments?|repl(?:y|ies)|thoughts? on|kommentare?|antwort(?:en)?|commentaires?|réponses?|comentarios?|respuestas?|comment[oi]|rispost[ae]|comentários?|respostas?|reacties?|antwoorden|komentarz[ey]?|odpowied(?:ź|zi)|kommentar(?:er)?|svar|件のコメント',
  answerCount:
    'answers?|antwort(?:en)?|réponses?|respuestas?|rispost[ae]|respostas?|antwoord(?:en)?|odpowied(?:ź|zi)|svar',
  viewCount:
    'views?|times viewed|aufrufe?|vues?|vistas?|visualizzazioni|visualizações|weergaven|wyświetle(?:ń|nia|nie)|visningar',
  voteCount: 'votes?|points?|stimmen?|punkte?|votos?|vot[oi]|punten|głos(?:y|ów)|poäng',
  likeCount: 'likes?|[„“"]?gefällt mir|j[’\']aime|me gusta|mi piace|curtidas?|vind-ik-leuks?|polubień|gillar',
  reviewCount:
    '(?:\\p{L}+ )?reviews?|(?:\\p{L}+ )?ratings?|bewertung(?:en)?|rezension(?:en)?|avis|évaluations?|opiniones|reseñas?|valoraciones|recension[ei]|valutazion[ei]|avaliaç(?:ão|ões)|beoordeling(?:en)?|opini[ei]|ocen[ay]?|отзыв(?:ов|а)?|omdömen|件の(?:レビュー|評価)|条评论|개의? 리뷰',
  pages: "pages?|seiten|páginas|pagine|pagina[’']s|stron(?:y|a)?|sidor|sider|ページ|页",
  calories: 'k?cal(?:ories)?|kalorien|calorías|calorie(?:ën)?|calorias|ккал|キロカロリー|千卡',
  postCount: 'posts?|messages?|beiträge?|mensajes?|messaggi|mensagens|berichten|post(?:y|ów)|inlägg',
};
/** Concepts whose value is a number before a noun, e.g. `312 pages`. */
export const countedConcepts: readonly string[] = Object.keys(NOUNS);

const patterns = new Map(
  Object.entries(NOUNS).map(([id, nouns]) => [
    id,
    new RegExp(
      `^[^\\p{L}\\p{N}]*(\\d[\\d.,  ]{0,10}(?:\\s?k(?!\\p{L}))?)\\s?(?:${nouns})(?!\\p{L}|\\s(?:by|von|par|por|da|door|av|af|od)\\s)`,
      'iu',
    ),
  ]),
);
/**
 * A sentence with a rating and its number of reviews, e.g. `We are rated 4.8 out of 5 stars from 210 reviews`. Captures
 * `210 reviews`.
 */
const RATED_FROM =
  /(?<!\p{L})rated:?\s[0-5](?:[.,]\d{1,2})?\s?(?:stars?|(?:out\s)?of\s5(?:\sstars?)?|\/\s?5(?:\sstars?)?)\s(?:from|by|on|across|over|based on)\s(\d[\d.,]*\+?\s\p{L}+)/iu;
/** The number of reviews on which a rating is based, e.g. `14 reviews` in `4.5 based on 14 reviews`. */
const BASED_ON = /^\D{0,20}[0-5](?:[.,]\d{1,2})?\s(?:\p{L}+\s){0,2}based on (\d[\d.,]*\s\p{L}+)/iu;
const maxChars = 60;
const maxLine = 200;

/** Returns the number in a text such as `12 comments`. Undefined for any other text. */
export const countIn = (text: string, id: string): string | undefined =>
  text.length > maxChars ? undefined : patterns.get(id)?.exec(text)?.[1]?.trim();

/** Returns the number of comments, views etc. from text, e.g. `12 comments`. */
export function counts(evidence: Evidence, id: string): readonly Sighting[] {
  if (!patterns.has(id)) return [];
  const spoken = evidence.once(spokenCounts).filter(({ text }) => countIn(text, id) !== undefined);
  if (spoken[0]) {
    const { text, node } = spoken[0];
    return [{ raw: countIn(text, id) ?? text, weight: 0.62, kind: 'attribute', node, excerpt: excerptOf(text) }];
  }
  return inLines(evidence, { near: [-4], away: AWAY, needs: /\d/, weight: 0.6 }, (text, { segments }, at) => {
    const facts =
      text.length > maxLine
        ? []
        : [...factTexts(text), BASED_ON.exec(text)?.[1] ?? '', RATED_FROM.exec(text)?.[1] ?? ''];
    const parts = [...facts, ...segments.map((one) => one.text)];
    const count = parts.map((part) => countIn(part, id)).find(Boolean);
    const weight = 0.6 / (1 + Math.max(0, at - evidence.view.headlineAt) / 400);
    return count === undefined ? [] : { raw: count, weight };
  }).slice(0, 1);
}

const maxSpoken = 500;
const COUNT_LAST = /(?<!\p{L})(\p{L}+)\s?\((\d[\d.,]*\s?[kM]?)\)$/u;

/** Returns the counts in the accessible names of buttons and links, e.g. `37 comments` for `View comments (37)`. */
const spokenCounts = ({ document, view }: Evidence): readonly { readonly text: string; readonly node: Element }[] =>
  findElements(
    document,
    ({ attribs }) => /\d/.test(attribs['aria-label'] ?? '') && (attribs['aria-label'] ?? '').length <= maxChars,
    maxSpoken,
  ).flatMap((node) => {
    const at = view.firstLine.get(node);
    if (at === undefined || at < view.headlineAt || (view.lines[at]?.flags ?? 0) & AWAY || isInComment(node)) return [];
    const spoken = node.attribs['aria-label'] ?? '';
    const [, noun, count] = COUNT_LAST.exec(spoken) ?? [];
    return [{ text: noun === undefined ? spoken : `${count} ${noun}`, node }];
  });

/** True for an element inside a comment or a review. */
function isInComment(node: Element): boolean {
  for (let up = parentOf(node); up; up = parentOf(up))
    if (ownFlags(up, wordsOfAttributes(up.attribs)) & flag.review) return up.name !== 'body';
  return false;
}

const NUMBER_FIRST = /^(\d[\d.,]*\s?[kM]?)\s([\p{L}★][\p{L} ]{0,30})$/u;
/** A number alone on a line, e.g. in a tile with a caption below it. */
const NUMBER_ONLY = /^(\d[\d.,]*\s?[kM]?)\s?\+?$/u;
const NUMBER_LAST = /^(\p{L}[\p{L} ]{2,30})\s?\((\d[\d.,]*\s?[kM]?)\)$/u;

/**
 * Returns numbers next to the words of a field name, e.g. `11 attendees`, `1,204,331 weekly downloads`, `12.3k ★`,
 * `Attendees (42)`.
 */
export const countsOf = (evidence: Evidence, words: readonly string[]): readonly Sighting[] => [
  ...shortFacts(evidence).flatMap(({ text, sighting }): readonly Sighting[] => {
    if (text.length > maxChars) return [];
    const [, count, named = ''] = NUMBER_FIRST.exec(text) ?? [];
    return count !== undefined && isNamedBy(named, words) ? [sighting(count, 0.5)] : [];
  }),
  ...inLines(evidence, { near: [0], maxChars, away: AWAY, weight: 0.45 }, (text) => {
    const [, named = '', count] = NUMBER_LAST.exec(text) ?? [];
    return isNamedBy(named, words) ? count : undefined;
  }),
  ...inLines(evidence, { near: [0], maxChars, away: AWAY, weight: 0.5 }, (text, _, at) => {
    const count = NUMBER_ONLY.exec(text)?.[1];
    const caption = count === undefined ? '' : (evidence.view.lines[at + 1]?.text ?? '');
    return words.length > 1 && likeness(wordsOf(caption), words) === 1 ? count : undefined;
  }),
];

function isNamedBy(named: string, words: readonly string[]): boolean {
  const name = wordsOf(named.replace('★', 'stars'));
  return likeness(name.slice(-1), words.slice(-1)) === 1 && likeness(name, words) >= 0.65;
}

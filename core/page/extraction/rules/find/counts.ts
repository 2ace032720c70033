import { likeness } from '../lexicon/words';
import type { Evidence } from '../page/evidence';
import { flag } from '../page/flags';
import { excerptOf, type Sighting } from './sighting';

const AWAY = flag.navigation | flag.related | flag.dialog | flag.aside;
/** Nouns that follow the number of comments, views etc. on a page, in ten languages. */
const NOUNS: Readonly<Record<string, string>> = {
  commentCount:
    'comments?|repl(?:y|ies)|thoughts? on|kommentare?|antwort(?:en)?|commentaires?|réponses?|comentarios?|respuestas?|comment[oi]|rispost[ae]|comentários?|respostas?|reacties?|antwoorden|komentarz[ey]?|odpowied(?:ź|zi)|kommentar(?:er)?|svar|件のコメント',
  answerCount:
    'answers?|antwort(?:en)?|réponses?|respuestas?|rispost[ae]|respostas?|antwoord(?:en)?|odpowied(?:ź|zi)|svar',
  viewCount:
    'views?|times viewed|aufrufe?|vues?|vistas?|visualizzazioni|visualizações|weergaven|wyświetle(?:ń|nia|nie)|visningar',
  voteCount: 'votes?|points?|stimmen?|punkte?|votos?|vot[oi]|punten|głos(?:y|ów)|poäng',
  likeCount: 'likes?|[„“"]?gefällt mir|j[’\']aime|me gusta|mi piace|curtidas?|vind-ik-leuks?|polubień|gillar',
  postCount: 'posts?|messages?|beiträge?|mensajes?|messaggi|mensagens|berichten|post(?:y|ów)|inlägg',
};
const patterns = new Map(
  Object.entries(NOUNS).map(([id, nouns]) => [
    id,
    new RegExp(`^[^\\p{L}\\p{N}]*(\\d[\\d.,  ]{0,10}\\s?k?)\\s?(?:${nouns})(?!\\p{L})`, 'iu'),
  ]),
);
const maxChars = 60;

/** Returns the number before a noun for the counted things: `12 comments`. */
export function counts({ view }: Evidence, id: string): readonly Sighting[] {
  const pattern = patterns.get(id);
  if (!pattern) return [];
  return view.lines
    .flatMap(({ text, segments, node, flags }, at): readonly Sighting[] => {
      if (flags & AWAY || !/\d/.test(text) || at < view.headlineAt - 4) return [];
      const parts = [
        ...(text.length > maxChars * 2 ? [] : text.split(/\s[|•·–—]\s/)),
        ...segments.map((one) => one.text),
      ];
      const count = parts.map((part) => (part.length > maxChars ? undefined : pattern.exec(part)?.[1])).find(Boolean);
      const weight = 0.6 / (1 + Math.max(0, at - view.headlineAt) / 400);
      return count === undefined ? [] : [{ raw: count.trim(), weight, kind: 'text', node, excerpt: excerptOf(text) }];
    })
    .slice(0, 1);
}

/** Returns the number before a noun in a short line: `11 attendees`. */
export const countsOf = ({ view }: Evidence, noun: string): readonly Sighting[] =>
  view.lines.flatMap(({ text, node, flags }): readonly Sighting[] => {
    if (text.length > maxChars || flags & (flag.navigation | flag.related | flag.review)) return [];
    const [, count, word = ''] = /^(\d[\d.,]*)\s(\p{L}+)$/u.exec(text) ?? [];
    const isNamed = count !== undefined && likeness([word.toLowerCase()], [noun]) === 1;
    return isNamed ? [{ raw: count, weight: 0.5, kind: 'text', node, excerpt: excerptOf(text) }] : [];
  });

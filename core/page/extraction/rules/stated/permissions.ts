import { excerptOf, type Sighting } from '../find/sighting';
import type { Evidence } from '../page/evidence';
import { flag, OUTSIDE } from '../page/flags';
import { sentencesIn } from '../sentences';

const AWAY = OUTSIDE | flag.review | flag.form;
const maxChars = 1200;
const NO =
  /(?<!\p{L})(?:no|not|n[o']t|cannot|kein(?:e|en|er)?|nicht|verboten|untersagt|interdit\p{L}*|pas|ne|prohibid\p{L}*|non|vietat\p{L}*|não|proibid\p{L}*|niet|geen|verboden|zakaz|nie|inte|ej|förbjud\p{L}*|without|ohne|sans|sin|senza|sem|zonder|bez|utan)(?!\p{L})|不可|禁止|n['’]t(?!\p{L})/iu;
const YES =
  /(?<!\p{L})(?:welcome|allowed|permitted|accepted|willkommen|erlaubt|gestattet|bienvenus?|acceptés|admis|autorisés|bienvenid\p{L}*|admit\p{L}*|permit\p{L}*|benvenut\p{L}*|ammess\p{L}*|accettat\p{L}*|bem-vind\p{L}*|aceit\p{L}*|welkom|toegestaan|mile widzian\p{L}*|dozwolon\p{L}*|akceptuj\p{L}*|välkomn?a?|tillåtn?a?)(?!\p{L})|可(?!能)|歓迎/iu;
/** Words for each subject of a permission. Covers ten languages. */
const SUBJECTS: readonly (readonly [name: RegExp, subject: RegExp])[] = [
  [
    /dog|pet|hund|haustier/i,
    /(?<!\p{L})(?:dogs?|pets?|hunden?|haustieren?|chiens?|animaux|perros?|mascotas?|cani|cane|animali|cães|cão|animais|hond(?:en)?|huisdieren|ps[yó]w?|psami|zwierzęta(?:mi)?|hundar?|husdjur)(?!\p{L})|犬|ペット/iu,
  ],
  [
    /child|kids|kinder/i,
    /(?<!\p{L})(?:child(?:ren)?|kids|kindern?|enfants|niños|bambini|crianças|kinderen|dzieci|barn)(?!\p{L})/iu,
  ],
];
/** Dogs that are allowed even if other dogs are not. */
const HELPERS =
  /assistance|guide dogs?|service dogs?|assistenz|blinden(?:führ)?hund|chiens? guides?|perros? guía|cani guida|cães(?:-guia| de assistência)|geleidehond|asystując|ledarhund/iu;
const ALLOWED = /allow|permit|welcome|friendly|erlaubt/i;
const YES_WORD = /^(?:yes|ja|oui|sí|sì|sim|tak|jo|はい)(?![\p{L}])/iu;
const NO_WORD = /^(?:no|nein|non|não|nee|nie|nej|いいえ)(?![\p{L}])/iu;

/**
 * Returns true or false for a field such as `dogs_allowed` if a sentence or the answer to a question states it. A
 * sentence must contain the subject and a word of permission or negation.
 */
export function permissions({ view }: Evidence, name: string): readonly Sighting[] {
  const subject = ALLOWED.test(name) ? SUBJECTS.find(([pattern]) => pattern.test(name))?.[1] : undefined;
  if (!subject) return [];
  return view.lines.flatMap(({ text, node, flags }, at): readonly Sighting[] => {
    if (text.length > maxChars || flags & AWAY || !subject.test(text)) return [];
    const answer = /[?？]$/.test(text) ? answerOf(view.lines[at + 1]?.text ?? '') : undefined;
    const said =
      answer ??
      sentencesIn(text)
        .map((one) => permitted(one, subject))
        .find((one) => one !== undefined);
    return said === undefined ? [] : [{ raw: said, weight: 0.5, kind: 'text', node, excerpt: excerptOf(text) }];
  });
}

const answerOf = (text: string): boolean | undefined =>
  YES_WORD.test(text) ? true : NO_WORD.test(text) ? false : undefined;

/** Judges the clause with the word of permission. Other clauses may contain conditions. */
function permitted(sentence: string, subject: RegExp): boolean | undefined {
  if (!subject.test(sentence) || /[?？]$/.test(sentence)) return undefined;
  const clause = sentence.split(/[,;:–—]\s/u).find((part) => YES.test(part));
  if (clause === undefined) return undefined;
  if (NO.test(clause)) return false;
  return HELPERS.test(sentence) ? undefined : true;
}

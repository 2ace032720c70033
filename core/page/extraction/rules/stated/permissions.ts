import { inLines } from '../find/in-lines';
import type { Sighting } from '../find/sighting';
import type { Evidence } from '../page/evidence';
import { flag, OUTSIDE } from '../page/flags';
import { sentencesIn } from '../sentences';

const NO =
  /(?<!\p{L})(?:no|not|n[o']t|cannot|kein(?:e|en|er)?|nicht|verboten|untersagt|interdit\p{L}*|pas|ne|prohibid\p{L}*|non|vietat\p{L}*|não|proibid\p{L}*|niet|geen|verboden|zakaz|nie|inte|ej|förbjud\p{L}*|without|ohne|sans|sin|senza|sem|zonder|bez|utan)(?!\p{L})|不可|禁止|n['’]t(?!\p{L})/iu;
const YES =
  /(?<!\p{L})(?:welcome|allowed|permitted|accepted|willkommen|erlaubt|gestattet|bienvenus?|acceptés|admis|autorisés|bienvenid\p{L}*|admit\p{L}*|permit\p{L}*|benvenut\p{L}*|ammess\p{L}*|accettat\p{L}*|bem-vind\p{L}*|aceit\p{L}*|welkom|toegestaan|mile widzian\p{L}*|dozwolon\p{L}*|akceptuj\p{L}*|välkomn?a?|tillåtn?a?)(?!\p{L})|可(?!能)|歓迎/iu;
/** Words for subjects that may be allowed or forbidden, e.g. dogs. Covers ten languages. */
const SUBJECTS: readonly (readonly [name: RegExp, subject: RegExp])[] = [
  [
    /dog|pet|hund|haustier/i,
    /(?<!\p{L})(?:dogs?|pets?|hunden?|haustieren?|chiens?|animaux|perros?|mascotas?|cani|cane|animali|animales|cães|cão|animais|hond(?:en)?|huisdieren|ps[yó]w?|psami|zwierzęta(?:mi)?|hundar?|husdjur)(?!\p{L})|犬|ペット/iu,
  ],
  [
    /child|kids|kinder/i,
    /(?<!\p{L})(?:child(?:ren)?|kids|kindern?|enfants|niños|bambini|crianças|kinderen|dzieci|barn)(?!\p{L})/iu,
  ],
];
/** Words for each service or feature that a business may offer. */
const FEATURES: readonly (readonly [name: RegExp, subject: RegExp])[] = [
  [/wi-?_?fi|wlan/i, /(?<!\p{L})(?:wi-?fi|wlan)(?!\p{L})/iu],
  [
    /wheelchair|step_?free|accessible|barrier/i,
    /(?<!\p{L})(?:wheelchairs?|step-free|barrierefrei\p{L}*|rollst[uü]hl\p{L}*|fauteuils? roulants?|sillas? de ruedas|sedi[ae] a rotelle|cadeiras? de rodas|rolstoel\p{L}*|wózk\p{L}+|rullstol\p{L}*)(?!\p{L})/iu,
  ],
  [
    /breakfast/i,
    /(?<!\p{L})(?:breakfast|frühstück|petit[- ]déjeuner|desayuno|(?:prima )?colazione|pequeno-almoço|café da manhã|ontbijt|śniadanie|frukost)(?!\p{L})/iu,
  ],
  [
    /reserv|booking/i,
    /(?<!\p{L})(?:reservations?|bookings?|reservierung(?:en)?|réservations?|reservas?|prenotazion[ei]|reservering(?:en)?|rezerwacj[ei]|bokning(?:ar)?)(?!\p{L})/iu,
  ],
  [
    /cards?(?:_|$)|card_payment/i,
    /(?<!\p{L})(?:(?:credit |debit |bank )?cards|kartenzahlung|kreditkarten?|cartes? (?:bancaires?|de crédit)|tarjetas?|carte(?: di credito)?|cartões|creditcards?|pinnen|kart(?:y|ą|ami)|kort)(?!\p{L})/iu,
  ],
];
const OFFERED =
  /(?<!\p{L})(?:free|available|included|accessible|possible|take|accept|required|kostenlos\p{L}*|gratis|verfügbar|vorhanden|inbegriffen|inklusive|möglich|zugänglich|gratuite?s?|disponibles?|inclus(?:e|es|i)?|accessibles?|possible|accept\p{L}+|gratuit[oaie]|accesible|adaptad[oa]|incluid[oa]|posible|inclus[oa]|accettiamo|disponibil[ei]|accessibil[ei]|possibil[ei]|incluíd[oa]|disponíve[il]s?|acessíve[il]s?|beschikbaar|inbegrepen|toegankelijk|mogelijk|bezpłatn\p{L}+|wliczon\p{L}+|dostępn\p{L}+|akceptujemy|ingår|tillgänglig\p{L}*)(?!\p{L})/iu;
/** Matches assistance dogs, which are allowed even if other dogs are not. */
const HELPERS =
  /assistance|guide dogs?|service dogs?|assistenz|blinden(?:führ)?hund|chiens? guides?|perros? guía|cani guida|cães(?:-guia| de assistência)|geleidehond|asystując|ledarhund/iu;
const ALLOWED = /allow|permit|welcome|friendly|erlaubt/i;
const YES_WORD = /^(?:yes|ja|oui|sí|sì|sim|tak|jo|はい)(?![\p{L}])/iu;
const NO_WORD = /^(?:no|nein|non|não|nee|nie|nej|いいえ)(?![\p{L}])/iu;

/**
 * Returns true or false for a field such as `dogs_allowed`, based on a sentence or the answer to a question. A sentence
 * must contain the subject and a word such as `allowed` or `available`.
 */
export function permissions({ view }: Evidence, name: string): readonly Sighting[] {
  const allowed = ALLOWED.test(name) ? SUBJECTS.find(([pattern]) => pattern.test(name))?.[1] : undefined;
  const subject = allowed ?? FEATURES.find(([pattern]) => pattern.test(name))?.[1];
  if (!subject) return [];
  const yes = allowed ? YES : OFFERED;
  const away = OUTSIDE | flag.review | flag.form;
  return inLines({ view }, { maxChars: 1200, away, needs: subject, weight: 0.5 }, (text, _, at) => {
    const answer = /[?？]$/.test(text) ? answerOf(view.lines[at + 1]?.text ?? '') : undefined;
    return (
      answer ??
      sentencesIn(text)
        .map((one) => permitted(one, subject, yes))
        .find((one) => one !== undefined)
    );
  });
}

const answerOf = (text: string): boolean | undefined =>
  YES_WORD.test(text) ? true : NO_WORD.test(text) ? false : undefined;

/** Evaluates only the clause with a word such as `allowed`, because other clauses may contain conditions. */
function permitted(sentence: string, subject: RegExp, yes: RegExp): boolean | undefined {
  if (!subject.test(sentence) || /[?？]$/.test(sentence)) return undefined;
  const clause =
    sentence.split(/[,;:–—]\s/u).find((part) => subject.test(part) && yes.test(part)) ??
    (yes === YES ? sentence.split(/[,;:–—]\s/u).find((part) => yes.test(part)) : undefined);
  if (clause === undefined) return undefined;
  if (NO.test(clause)) return false;
  return HELPERS.test(sentence) ? undefined : true;
}

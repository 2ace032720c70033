import { findMoney } from '../../../core/contract/plugin';

/** Kind of value that a question asks for. */
export type WantedKind = 'money' | 'duration' | 'date' | 'measure' | 'count' | 'person';

const w = (words: string): RegExp => new RegExp(`(?<!\\p{L})(?:${words})(?!\\p{L})`, 'iu');

/** Words in questions, grouped by the kind of value they ask for. If several kinds match, the first one is used. */
const QUESTIONS: readonly (readonly [kind: WantedKind, words: RegExp])[] = [
  [
    'money',
    w(
      'how much (?:is|are|does|do|for|will)|costs?|prices?|fees?|fares?|was kostet|was kosten|wie viel kostet|wie viel kosten|wieviel kostet|kosten|preis|gebühr|eintritt|combien coûte|combien coûtent|prix|tarifs?|cuánto cuesta|cuánto cuestan|precios?|cuánto vale|quanto costa|quanto costano|prezz[oi]|quanto custa|quanto custam|preços?|wat kost|wat kosten|prijs|hoe duur|vad kostar|pris|сколько стоит|сколько стоят|цена|стоимость|ile kosztuje|ile kosztują|cena',
    ),
  ],
  [
    'duration',
    w(
      'how long|how often|how quickly|within what time|wie lange|wie oft|lieferzeit|laufzeit|combien de temps|tous les combien|cuánto tiempo|cuánto tarda|cuánto dura|cada cuánto|quanto tempo|quanto dura|ogni quanto|entro quando|por quanto tempo|hoe lang|hoe vaak|hur länge|hur lång tid|hur ofta|как долго|сколько длится|сколько времени|как часто|jak długo|jak często',
    ),
  ],
  [
    'date',
    w(
      "when|what time|which (?:day|date|year)|until when|wann|bis wann|um wie viel uhr|quand|jusqu['’]à quand|à quelle heure|cuándo|a qué hora|quando|a che ora|a que horas|wanneer|hoe laat|när|hur dags|когда|во сколько|kiedy|o której",
    ),
  ],
  ['duration', w('deadline|period|frist|délai|plazo|prazo|termijn|tidsfrist|срок')],
  [
    'measure',
    w(
      'how (?:heavy|big|large|tall|high|wide|deep|long|loud|fast|far|warm|hot|old)|weight|wie (?:schwer|groß|hoch|breit|tief|lang|laut|schnell|weit|warm|alt)|gewicht|quel(?:le)? (?:poids|taille|largeur|hauteur|profondeur)|cuánto (?:pesa|mide)|quanto (?:pesa|mede|misura)|hoe (?:zwaar|groot|hoog|breed|diep|luid|snel|ver)|hur (?:mycket väger|tung|stor|hög|bred|djup|snabb|långt)|сколько (?:весит|вмещает)|какой вес|какая (?:высота|ширина|глубина|скорость)|ile waży',
    ),
  ],
  ['count', w("how many|wie viele|combien d[e’']?|cuánt[oa]s|quant[ie]|quant[oa]s|hoeveel|hur många|сколько|ilu|ile")],
];
const PERSON: Readonly<Record<string, RegExp>> = {
  en: w('who|whose|whom'),
  de: w('wer|wem|wessen'),
  fr: w('qui (?:a|est|dirige|fut|sont)|^qui'),
  es: w('quién|quiénes'),
  it: w('chi'),
  pt: w('quem'),
  nl: w('wie'),
  sv: w('vem|vilka har'),
  ru: w('кто|кем'),
  pl: w('kto|kim'),
};
const CJK_QUESTIONS: readonly (readonly [kind: WantedKind, words: RegExp])[] = [
  ['money', /いくら|料金|値段|価格|費用|多少钱|价格/u],
  ['duration', /何(?:日|時間|分|年|か月|ヶ月|週)間?|どのくらいの(?:期間|時間)|期限|多久/u],
  ['date', /いつ|何時|何曜日|什么时候/u],
  ['count', /何(?:人|個|枚|台|本|冊|色|回)|いくつ|多少/u],
  ['person', /誰|だれ|谁/u],
];

/**
 * Returns the adjectives in a question such as "how high" or "wie lange". Such words ask for a value but rarely occur
 * next to the value.
 */
export const askingWords = (question: string): string =>
  [...question.matchAll(/(?<!\p{L})(?:how|wie|hoe|hur) (\p{L}+)/giu)].map(([, word]) => word).join(' ');

/** Returns the kind of value that a question asks for. Undefined if it does not ask for a value. */
export function wantedKind(question: string, language: string): WantedKind | undefined {
  if (/[\u3040-\u30ff\u4e00-\u9fff]/.test(question))
    return CJK_QUESTIONS.find(([, words]) => words.test(question))?.[0];
  if (PERSON[language]?.test(question)) return 'person';
  return QUESTIONS.find(([, words]) => words.test(question))?.[0];
}

const AMOUNT = String.raw`\d{1,12}(?:[., \u00a0]\d{1,3}){0,5}`;
const NUMERAL =
  'a|an|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|fourteen|thirty|sixty|half an|ein(?:e[mnrs]?)?|zwei|drei|vier|fünf|sechs|sieben|acht|neun|zehn|zwölf|vierzehn|dreißig|un[ae]?|deux|trois|quatre|cinq|sept|huit|neuf|dix|quinze|trente|dos|tres|cuatro|cinco|seis|siete|ocho|diez|quince|due|tre|quattro|cinque|sei|sette|otto|dieci|quattordici|dois|duas|três|quatro|sete|oito|dez|sessenta|twee|drie|vijf|zes|zeven|tien|veertien|en|ett|två|tre|fyra|fem|sju|tio|sextio|один|одну|два|две|трёх|три|четырёх|четыре|пять|шесть|семь|восемь|десяти|десять|dwa|dwie|trzy|cztery|pięć';
const TIME_UNIT =
  'seconds?|minutes?|hours?|days?|weeks?|months?|years?|sekunden?|minuten?|stunden?|tag(?:en?)?|werktag(?:en?)?|wochen?|monat(?:en?)?|jahre?n?|secondes?|heures?|jours?|semaines?|mois|ans?|années?|segundos?|minutos?|horas?|días?|semanas?|mes(?:es)?|años?|second[oi]|minut[oi]|or[ae]|giorn[oi]|settiman[ae]|mes[ei]|ann[oi]|dias?|anos?|seconden|uur|uren|dag(?:en)?|we(?:ek|ken)|maand(?:en)?|jaar|jaren|sekunder|minuter|timm(?:e|ar)|dagar?|arbetsdagar|veckor?|månad(?:er)?|år|секунд[ыу]?|минут[ыу]?|час(?:а|ов)?|дн(?:я|ей|и)|день|недел[иьюя]|месяц(?:а|ев)?|год(?:а|у)?|лет|sekund[ay]?|minut[ay]?|godzin[ay]?|dni|tygodni[ea]?|miesi[ąę]c[ey]?|lata?';
const DURATION = new RegExp(
  `(?<![\\p{L}\\d.,])(?:${AMOUNT}|${NUMERAL})(?:[- ](?:\\p{Ll}{4,12}[- ])?)(?:${TIME_UNIT})(?!\\p{L})|\\d{1,6}(?:秒|分|時間|日|週間|か月|ヶ月|年|天|小时)間?`,
  'giu',
);
const MONTH =
  'jan(?:uary|uar|vier|ner|eiro)?|feb(?:ruary|ruar|brero|braio)?|f[ée]v(?:rier|ereiro)?|mar(?:ch|s|zo|ço|et|t)?|märz|maart|apr(?:il|ile)?|avril|abril|ma[iyj]|mai[oj]?|maggio|mayo|jun[ie]?|juin|junho|junio|giugno|jul[iy]?|juillet|julho|julio|luglio|aug(?:ust|usti|ustus)?|août|agosto|sep(?:t|tember)?|septembre|septiembre|settembre|setembro|okt(?:ober)?|oct(?:ober|obre|ubre)?|ottobre|outubro|nov(?:ember|embre|iembre|embro)?|de[cz](?:ember|embre|embro)?|diciembre|dicembre|d[ée]cembre|января|февраля|марта|апреля|мая|июня|июля|августа|сентября|октября|ноября|декабря';
const DAY = String.raw`\d{1,2}(?:\.|er|st|nd|rd|th|º)?(?: de)? (?:${MONTH})(?!\p{L})(?:(?: de)?,? \d{4})?|(?:${MONTH})\.? \d{1,2}(?:st|nd|rd|th)?(?!\d)(?:,? \d{4})?|\d{4}-\d\d-\d\d|\d{1,2}[./]\d{1,2}[./]\d{2,4}`;
const DATE = new RegExp(
  `(?<![\\p{L}\\d])(?:${DAY})|(?<!\\d)(?:1[5-9]|20)\\d\\d(?![\\d ]?(?:%|€|\\p{Sc}))(?!\\d)|\\d{4}年(?:\\d{1,2}月)?(?:\\d{1,2}日)?`,
  'giu',
);
const CLOCK =
  /(?<![\d.,])\d{1,2}(?:[:.h]\d{2})?(?: ?(?:am|pm|a\.m\.|p\.m\.|uhr|o['’]clock|uur|h)(?!\p{L}))|(?<![\d.,])\d{1,2}:\d{2}(?!\d)|(?<![\d.,])(?:[01]?\d|2[0-3])\.[0-5]\d(?![.,]?\d|%| ?\p{Sc}| ?(?:kg|k?m|g|l)(?!\p{L}))|午[前後]\d{1,2}時|\d{1,2}時/giu;
const WEEKDAY =
  /(?<!\p{L})(?:(?:mon|tues|wednes|thurs|fri|satur|sun)days?|(?:mon|diens|donners|frei|sams|sonn)tags?|mittwochs?|werktags?|weekdays|lundi|mardi|mercredi|jeudi|vendredi|samedi|dimanche|lunes|martes|miércoles|jueves|viernes|sábados?|domingos?|luned[iì]|marted[iì]|mercoled[iì]|gioved[iì]|venerd[iì]|sabato|domenica|segunda|terça|quarta|quinta|sexta|maandag|dinsdag|woensdag|donderdag|vrijdag|zaterdag|zondag|måndag|tisdag|onsdag|torsdag|fredag|lördag|söndag|ежедневно|понедельник\p{L}?|вторник\p{L}?|сред[ау]|четверг\p{L}?|пятниц[ау]|суббот[ау]|воскресень[ея])(?!\p{L})|[月火水木金土日]曜/giu;
const MEASURE = new RegExp(
  `(?<![\\p{L}\\d.,])${AMOUNT} ?(?:kg|g|mg|t|tonnes?|tons?|lbs?|oz|kilo(?:s|gram\\p{L}*)?|km/h|mph|km|cm|mm|m²|m2|m|meters?|metres?|mètres?|metros?|metri|метр\\p{L}*|miles?|feet|ft|inch(?:es)?|l|ml|liter|litr\\p{L}*|w|kw|kwh|v|db|дб|кг|г|км|см|мм|м|л|°c|°f|grad(?:en|i)?|gb|mb|tb|hz|mhz|ghz|%)(?!\\p{L})|\\d{1,6}(?:度|グラム|キロ|メートル)`,
  'giu',
);
const COUNT = new RegExp(`(?<![\\p{L}\\d.,])(?:${AMOUNT})(?![.,]?\\d)`, 'giu');
const NAME = /(?<![\p{L}])\p{Lu}\p{Ll}+(?:[- ](?:(?:de|von|van|da|di|del) )?\p{Lu}\p{L}+)+/gu;
const FREE = w(
  'free|gratis|kostenlos|kostenfrei|umsonst|gratuite?s?|gratuit[oa]s?|grátis|kosteloos|kostnadsfritt|бесплатно|bezpłatn\\p{L}+|nothing|nichts|offerte?',
);

/** Returns all values of a kind in a text, verbatim. */
export function valuesOfKind(text: string, kind: WantedKind): readonly string[] {
  if (kind === 'money') {
    const amounts = findMoney(text).map((money) => text.slice(money.start, money.end).trim());
    const spoken =
      text.match(
        /(?<![\d.,])\d{1,12}(?:[., \u00a0]\d{1,3}){0,5} (?:kronor|рублей|рубля|pounds?|pesos?|reais|francs?|crowns?)(?!\p{L})/giu,
      ) ?? [];
    return amounts.length > 0 ? amounts : spoken.length > 0 ? spoken : (text.match(FREE)?.slice(0, 1) ?? []);
  }
  if (kind === 'date') {
    return [DATE, CLOCK, WEEKDAY].flatMap((pattern) => text.match(pattern) ?? []);
  }
  // An amount of money does not count as a number of items.
  if (kind === 'count' && valuesOfKind(text, 'money').some((value) => /\d/.test(value))) return [];
  const patterns = { duration: DURATION, measure: MEASURE, count: COUNT, person: NAME };
  return text.match(patterns[kind]) ?? [];
}

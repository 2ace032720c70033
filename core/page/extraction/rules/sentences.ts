/** Abbreviations in several languages whose final full stop does not end a sentence. */
const abbreviation =
  /(?:^|[\s([.])(?:\p{L}|Dr|Mr|Mrs|Ms|Prof|St|Jr|Sr|Gen|Sen|Rep|Gov|Capt|Col|Lt|vs|etc|cf|al|approx|No|Nos|Vol|Fig|pp|ed|eds|Inc|Ltd|Co|Corp|Jan|Feb|Mar|Apr|Jun|Jul|Aug|Sept?|Oct|Nov|Dec|Nr|Bd|bzw|ca|ggf|inkl|evtl|usw|Str|Tel|Hr|Fr|Abb|geb|Mio|Mrd|Sra?|Sig|Av|env|av|ex|dhr|mevr|bijv|blz|ul|godz|św|woj)\.["”»’)\]]*\s*$/u;

/** Matches a number with a full stop. The full stop may end a sentence or mark an ordinal, as in `14. Mai`. */
const ordinal = /(?:^|\s)\d{1,2}\.\s*$/;

/** Matches a number with an abbreviated unit. The next word may be a noun, as in `20 oz. Tumbler`. */
const unit = /\d\s?(?:fl\.\s?)?(?:oz|in|ft|lbs?|yd|pt|qt|gal|sq|hrs?|min|sec|mi|cu)\.\s*$/u;
/** Words that often start a sentence and do not follow a unit. */
const opener =
  /^(?:The|This|That|These|Those|It|Its|They|You|Your|We|Our|He|She|I|A|An|In|On|At|For|With|If|When|But|And|So|As|To|Each|All|There|Not|No|Please|Use|Made|Includes?|Available)(?!\p{L})/u;

// Created on first use, because its rules take 8 ms of CPU time to load.
let segmenter: Intl.Segmenter | undefined;

const ended = /[.!?…。！？]["”»’)\]]*$/u;

/**
 * Splits text into sentences by Unicode rules. Rejoins sentences that were split after an abbreviation or an ordinal.
 */
export function sentencesIn(text: string): readonly string[] {
  segmenter ??= new Intl.Segmenter('en', { granularity: 'sentence' });
  const sentences: string[] = [];
  let open = '';
  for (const { segment } of segmenter.segment(text)) {
    if (open !== '' && !continues(open, segment)) {
      sentences.push(open.trim());
      open = '';
    }
    open += segment;
  }
  return [...sentences, open.trim()].filter((sentence) => sentence !== '');
}

/** True for text that ends with sentence punctuation, unless it ends with an abbreviation. */
export const isSentence = (text: string): boolean => ended.test(text) && !abbreviation.test(text);

const continues = (before: string, next: string): boolean =>
  abbreviation.test(before) ||
  (unit.test(before) && !opener.test(next)) ||
  (ordinal.test(before) && /^\p{L}/u.test(next)) ||
  /^[\p{Ll},;:)]/u.test(next);

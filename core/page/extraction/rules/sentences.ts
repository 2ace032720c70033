/** Abbreviations in several languages whose final full stop does not end a sentence. */
const abbreviation =
  /(?:^|[\s([.])(?:\p{L}|Dr|Mr|Mrs|Ms|Prof|St|Jr|Sr|Gen|Sen|Rep|Gov|Capt|Col|Lt|vs|etc|cf|al|approx|No|Nos|Vol|Fig|pp|ed|eds|Inc|Ltd|Co|Corp|Jan|Feb|Mar|Apr|Jun|Jul|Aug|Sept?|Oct|Nov|Dec|Nr|Bd|bzw|ca|ggf|inkl|evtl|usw|Str|Tel|Hr|Fr|Abb|geb|Mio|Mrd|Sra?|Sig|Av|env|av|ex|dhr|mevr|bijv|blz|ul|godz|św|woj)\.["”»’)\]]*\s*$/u;

/** Matches a number with a full stop. The full stop may end a sentence or mark an ordinal, as in `14. Mai`. */
const ordinal = /(?:^|\s)\d{1,2}\.\s*$/;

// Created at the first use, because its rules take 8 ms of CPU time to load.
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
  abbreviation.test(before) || (ordinal.test(before) && /^\p{L}/u.test(next)) || /^[\p{Ll},;:)]/u.test(next);

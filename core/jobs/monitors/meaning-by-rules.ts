import type { PageJudgment } from '../../common/monitor';
import { type ChangedLines, changedLines } from './text-changes';

/** Maximum number of changes listed per page. */
const maxChanges = 20;

const month = '(?:jan|feb|m[aä]r|apr|ma[yi]|jun|jul|aug|sep|o[ck]t|nov|de[cz])[a-zé]{0,6}\\.?';
const amount = '\\d[\\d.,]{0,12} ?(?:[km]|mio\\.?|tsd\\.?|million|thousand)?';
const counted =
  '(?:views?|visits?|visitors?|reads?|comments?|repl(?:y|ies)|likes?|shares?|followers?|subscribers?|downloads?|votes?|upvotes?|points?|stars?|users online|online|aufrufe?|besucher|kommentare?|antworten|gefällt mir|abonnenten|stimmen|leser)';

/** A kind of insignificant text, such as dates or counters. */
interface Noise {
  readonly pattern: RegExp;
  /** Words in a goal that make text of this kind significant. */
  readonly unless: RegExp;
  /** Lines in which text of this kind is significant. */
  readonly unlessLine?: RegExp;
}

/** Kinds of text whose changes are insignificant unless the goal mentions them. */
const noises: readonly Noise[] = [
  {
    // No goal makes a relative time such as `2 hours ago` significant, because it depends on when the page is read.
    unless: /(?!)/,
    pattern: new RegExp(
      [
        '\\b(?:\\d{1,3}|an?|one) ?(?:seconds?|secs?|minutes?|mins?|hours?|hrs?|days?|weeks?|months?|years?) ago\\b',
        '\\bvor \\d{1,3} (?:sekunden?|minuten?|stunden?|tag(?:en)?|wochen?|monat(?:en)?|jahr(?:en)?)\\b',
        '\\b(?:just now|today|yesterday|gerade eben|heute|gestern)\\b',
      ].join('|'),
      'gi',
    ),
  },
  {
    unless: /\b(?:dates?|days?|deadlines?|times?|hours?|events?|schedules?|publish\w*|datum|termine?|frist|uhrzeit)\b/i,
    // Matches a deadline or a range of hours.
    unlessLine:
      /\b(?:deadlines?|due|until|till|expir\w{1,10}|clos(?:es|ing)|starts?|begins?|departs?|departures?|arriv(?:es|als?)|valid|releases?|frist|bis|gültig|beginn|abfahrt|ankunft)\b|\d ?(?:[ap]m)? ?[-–—] ?\d{1,2}[:.]\d{2}/i,
    pattern: new RegExp(
      [
        '\\b\\d{4}-\\d{2}-\\d{2}(?:[t ]\\d{2}:\\d{2}(?::\\d{2})?(?:\\.\\d{1,6})?z?)?',
        `\\b\\d{1,2}\\.? ${month}(?:,? \\d{4})?`,
        `\\b${month} \\d{1,2}(?:st|nd|rd|th)?(?:,? \\d{4})?`,
        '\\b\\d{1,2}[./]\\d{1,2}[./]\\d{2,4}\\b',
        '\\b\\d{1,2}:\\d{2}(?::\\d{2})?(?: ?[ap]m| uhr)?\\b',
        '\\b(?:mon|tues|wednes|thurs|fri|satur|sun)day\\b',
      ].join('|'),
      'gi',
    ),
  },
  {
    unless: new RegExp(`\\b${counted}\\b`, 'i'),
    pattern: new RegExp(`\\b${amount} ?${counted}\\b|\\b${counted} ?[:(]? ?${amount}\\)?`, 'gi'),
  },
  {
    unless: /\b(?:ids?|identifiers?|hash(?:es)?|tokens?|checksums?)\b/i,
    pattern:
      /\b[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}\b|\b(?=[0-9a-f]{0,40}\d)(?=[0-9a-f]{0,40}[a-f])[0-9a-f]{10,64}\b|[?&][\w.-]{1,40}=[^\s&)"'<>]{0,200}/gi,
  },
];

const ad =
  /^[\W_]{0,12}(?:advertisements?|ads?|sponsored(?: by.{0,80})?|promoted|anzeige|werbung|gesponsert)[\W_]{0,12}$|\b(?:doubleclick\.net|googlesyndication\.com|adservice\.|taboola\.com|outbrain\.com|amazon-adsystem\.com)/i;

/**
 * Judges a change in a page's text without a model. A change is not meaningful if it affects only advertisements, or
 * dates, counters and IDs that the goal does not mention. Any other change is meaningful.
 */
export function judgeByRules({ goal = '', before, after }: JudgedChange): PageJudgment {
  const isNoise = (line: string) => ad.test(line);
  const active = noises.filter(({ unless }) => !unless.test(goal));
  const plain = (line: string) =>
    active
      .filter(({ unlessLine }) => !unlessLine?.test(line))
      .reduce((text, { pattern }) => text.replace(pattern, '·'), line)
      .toLowerCase();
  const all = changedLines(before, after);
  const kept = {
    removed: all.removed.filter((line) => !isNoise(line)),
    added: all.added.filter((line) => !isNoise(line)),
  };
  const left = withoutPairs(kept, plain);
  if (left.removed.length + left.added.length === 0) {
    const reason =
      all.removed.length + all.added.length === 0
        ? 'Only white space or the order of lines has changed.'
        : 'Only dates, counters, IDs or advertisements have changed.';
    return { meaningful: false, confidence: 'high', reason, meaningfulChanges: [] };
  }
  const named = goalWords(goal);
  const isNamed = [...left.removed, ...left.added].some((line) =>
    named.some((word) => line.toLowerCase().includes(word)),
  );
  const count = Math.max(left.removed.length, left.added.length);
  const words = count === 1 ? '1 line has changed' : `${count} lines have changed`;
  const about =
    named.length === 0 ? '' : isNamed ? ', containing words from the goal' : '; none contains a word from the goal';
  const confidence = named.length === 0 ? 'medium' : isNamed ? 'high' : 'low';
  return { meaningful: true, confidence, reason: `${words}${about}.`, meaningfulChanges: listed(left) };
}

/** A page's text before and after a change, and the monitor's goal. */
export interface JudgedChange {
  readonly goal?: string;
  readonly before: string;
  readonly after: string;
}

/** Drops pairs of a removed and an added line that are equal once noise is masked. */
function withoutPairs({ removed, added }: ChangedLines, plain: (line: string) => string): ChangedLines {
  const open = new Map<string, number>();
  for (const line of removed) open.set(plain(line), (open.get(plain(line)) ?? 0) + 1);
  const take = (line: string): boolean => {
    const count = open.get(plain(line)) ?? 0;
    if (count > 0) open.set(plain(line), count - 1);
    return count > 0;
  };
  const news = added.filter((line) => !take(line));
  const olds = removed.filter(take);
  return { removed: olds, added: news };
}

const stopWords = new Set(
  'about after alert all and any are change changes for from have new not notify page pages that the there this tell watch what when whenever which with'.split(
    ' ',
  ),
);

const goalWords = (goal: string): readonly string[] =>
  (goal.toLowerCase().match(/\p{L}{3,}/gu) ?? [])
    .filter((word) => !stopWords.has(word))
    .map((word) => (word.length > 4 ? word.replace(/(?:ing|ies|es|s|n|en)$/, '') : word));

function listed({ removed, added }: ChangedLines): PageJudgment['meaningfulChanges'] {
  const reason = 'The change is not just a date, counter, ID or advertisement.';
  const count = Math.max(removed.length, added.length);
  return Array.from({ length: Math.min(count, maxChanges) }, (_, index) => {
    const [before = null, after = null] = [removed[index], added[index]];
    const type = before === null ? 'added' : after === null ? 'removed' : 'changed';
    return { type, before, after, reason };
  });
}

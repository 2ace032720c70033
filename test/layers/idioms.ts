/** An idiom that reads like a translation, and the term to use instead. */
interface Idiom {
  readonly name: string;
  readonly use: string;
  readonly pattern: RegExp;
}

/** Idioms from "Words" in CONTRIBUTING.md. To avoid false positives, the patterns miss some uses, e.g. `kept` alone. */
export const idioms: readonly Idiom[] = [
  {
    name: 'What …',
    use: 'the noun itself',
    pattern: /^What (?!is |are |to |Gleaner may )[^?]*$|^What (?:is|are) [^?]*$/g,
  },
  { name: 'Whether …', use: 'True when …', pattern: /^Whether\b/g },
  { name: 'anew', use: 're- (restart, reload, rebuild)', pattern: /\banew\b/gi },
  { name: 'as it stands', use: 'unchanged', pattern: /\bas (?:it|they) (?:stands?|came|comes?)\b/g },
  { name: 'asked of', use: 'requested, queried', pattern: /\bask(?:s|ed|ing)? (?:of|nothing|anew|about it)\b/gi },
  { name: 'by itself', use: 'automatically', pattern: /\bby (?:itself|themselves)\b/g },
  { name: 'comes out', use: 'is returned, is complete', pattern: /\b(?:com(?:es?|ing)|came) out\b/gi },
  { name: 'gives back', use: 'returns, releases', pattern: /\b(?:giv(?:es?|en|ing)|gave) (?:\w+ ){0,2}?back\b/gi },
  { name: 'goes on', use: 'continues, resumes', pattern: /\b(?:go|goes|going|went|gone) on\b/gi },
  { name: 'in work', use: 'in progress, in flight', pattern: /\b(?:in|at) work\b/g },
  { name: 'is away', use: 'is unreachable', pattern: /\b(?:is|are|was|were) away\b/g },
  { name: 'is none', use: 'has no, is not a', pattern: /(?<!there )\b(?:is|are|was|were) none\b/gi },
  {
    name: 'is no',
    use: 'is not a',
    pattern: /(?<!there )\b(?:is|are|was|were|be) no (?!(?:longer|more|later|matter|doubt)\b)/gi,
  },
  { name: 'is over', use: 'expired, ended', pattern: /\b(?:is|are|was|were) over\b(?! [\d$])/g },
  { name: 'is told', use: 'is notified, reported', pattern: /\b(?:is|are|was|were|be|been|being) (?:\w+ )?told\b/g },
  {
    name: 'is waited for',
    use: 'waits for',
    pattern: /\b(?:is|are|was|were|be) (?:waited|looked|asked) (?:for|at|after)\b/g,
  },
  { name: 'left out', use: 'omitted, skipped', pattern: /\b(?:left|leav(?:es?|ing)) (?:\w+ ){0,3}?out\b(?! of)/gi },
  { name: 'lets go', use: 'releases', pattern: /\blet(?:s|ting)? (?:\w+ ){0,2}?go\b/gi },
  { name: 'log-in', use: 'login, log in', pattern: /\blog-ins?\b(?!' \})/gi },
  { name: 'meanwhile', use: 'while … runs', pattern: /\bmeanwhile\b/gi },
  { name: 'mends', use: 'fixes', pattern: /\bmend(?:s|ed|ing)?\b/gi },
  {
    name: 'most X',
    use: 'maximum X, at most',
    pattern: /^Most [a-z]+s\b|\b[Mm]ost (?:bytes|characters|rows|entries|words|lines|seconds|milliseconds|URLs)\b/g,
  },
  { name: 'put together', use: 'assembled, built', pattern: /\bput(?:s|ting)? together\b/gi },
  {
    name: 'stands in',
    use: 'is, appears',
    pattern: /\b(?:it|that|which|what|they) stands?\b|\bstands? (?:in|at|before|after|under|on|there|above|below)\b/gi,
  },
  {
    name: 'takes away',
    use: 'deletes, removes',
    pattern: /\b(?:tak(?:es?|en|ing)|took) (?:(?:it|them|is|are|\w+s) )?away\b/gi,
  },
  {
    name: 'tells of',
    use: 'reports, logs',
    pattern: /\btell(?:s|ing)? (?:of|whether|that|what|when|how)\b|\btold (?:of|by)\b/gi,
  },
  {
    name: 'the one before',
    use: 'the previous page, the noun',
    pattern: /\bthe ones? (?:before|after|of|that|in|with)\b|\bthe other one\b/g,
  },
  {
    name: 'what is there',
    use: 'the noun',
    pattern:
      /\bwhat (?:is|was|are) (?:there|left|due|begun|known|kept|read|missing|wanted|needed|said)\b|\bwhat stands\b/gi,
  },
  {
    name: 'where there is one',
    use: 'if any',
    pattern: /\b(?:where|when|if|unless) (?:there|it|that|they) (?:is|are|was|were) (?:one|none|any)\b/g,
  },
  {
    name: 'whole',
    use: 'complete, intact, atomic',
    pattern: /\b(?:comes?|stays?|is|are|was|were|kept|written|arrives?) whole\b/g,
  },
];

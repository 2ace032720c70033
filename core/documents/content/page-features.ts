import { HINT_COUNT, HINT_NAMES } from './class-hints';
import { log } from './logs';
import type { PageFacts } from './page-facts';
import { between, DISTANCES, isProse, type PageStructure } from './page-structure';
import { PLACE_NAMES } from './places';
import { NO_GROUP, type RepeatGroup } from './repeats';
import { TEXT_HINT_NAMES } from './text-hints';

const SCHEMA_TYPES: readonly (readonly string[])[] = [
  ['article', 'newsarticle', 'blogposting', 'techarticle', 'reportagenewsarticle', 'report', 'scholarlyarticle'],
  ['product', 'productgroup', 'offer', 'individualproduct'],
  ['discussionforumposting', 'qapage', 'question', 'comment', 'answer', 'socialmediaposting'],
  ['itemlist', 'collectionpage', 'offercatalog', 'searchresultspage', 'productcollection'],
  ['service', 'localbusiness', 'professionalservice', 'organization', 'corporation'],
  ['faqpage'],
  ['howto', 'recipe', 'course', 'event'],
  ['softwareapplication', 'softwaresourcecode', 'apireference', 'videogame'],
  ['webpage'],
  ['breadcrumblist'],
];

const URL_PATTERNS: readonly RegExp[] = [
  /\/(docs?|documentation|reference|api|manual|guide|tutorial|learn|help|kb|wiki|handbook)s?(\/|$|\.)|^https?:\/\/(docs?|developers?|api|learn|help|support|wiki)\./,
  /\/(forums?|threads?|topics?|discussions?|questions?|t|community|viewtopic|showthread|comments|r|boards?|answers?)(\/|\.|\?|$)|^https?:\/\/(forums?|community|discuss|boards?|answers)\./,
  /\/(products?|p|dp|item|itm|shop|store|app|buy|prod)s?(\/|$)|-p-?\d+/,
  /\/(collections?|categor(y|ies)|shop|c|catalog|browse|collection|search|b|list)(\/|$)/,
  /\/(blogs?|news|articles?|story|stories|posts?|magazine|insights|20\d\d)(\/|$)/,
  /\/(services?|solutions?|about|platform|features?|pricing|industries|products?|company|consulting)(\/|$)/,
  /\/20\d\d\/\d|\d{4}-\d\d-\d\d/,
  /\d{5,}/,
  /\.(html?|php|aspx?)($|\?)/,
  /\?/,
];

const KINDS = ['comment', 'post', 'product', 'price', 'review', 'card', 'content', 'toc', 'related', 'author'].map(
  (n) => HINT_NAMES.indexOf(n),
);
const PLACES = [
  'articleTag',
  'mainTag',
  'preTag',
  'tableTag',
  'listTag',
  'formTag',
  'asideTag',
  'navTag',
  'buttonTag',
  'linkTag',
  'headingTag',
  'quoteTag',
].map((name) => HINT_COUNT + PLACE_NAMES.indexOf(name));
const SHARED = [...KINDS, ...PLACES];
const TALK = TEXT_HINT_NAMES.indexOf('talk');

/** What a page looks like as a whole: the input of the page-type model. */
export function pageFeatures(structure: PageStructure, facts: PageFacts): number[] {
  const { page, sums } = structure;
  const total = between(sums.words, 0, page.blocks.length);
  const out = [
    log(total),
    log(page.blocks.length),
    log(page.elements.length),
    between(sums.linkWords, 0, page.blocks.length) / (total + 1),
    between(sums.longWords, 0, page.blocks.length) / (total + 1),
    between(sums.stops, 0, page.blocks.length) / (total + 1),
  ];
  addHeads(out, facts);
  addShares(out, structure, total);
  addCounts(out, structure);
  addRepeats(out, structure, total);
  return out;
}

function addHeads(out: number[], { types, url, ogType }: PageFacts): void {
  for (const group of SCHEMA_TYPES) out.push(group.some((type) => types.has(type)) ? 1 : 0);
  out.push(/article|blog/.test(ogType) ? 1 : 0, /product/.test(ogType) ? 1 : 0, /website/.test(ogType) ? 1 : 0);
  const lower = url.toLowerCase();
  for (const pattern of URL_PATTERNS) out.push(pattern.test(lower) ? 1 : 0);
  const path = lower.replace(/^https?:\/\/[^/]*/, '').replace(/[?#].*$/, '');
  out.push(path.split('/').filter((part) => part !== '').length, path.length, path.split('-').length - 1);
}

/** The share of the page's words inside each kind of container. */
function addShares(out: number[], { page, distances }: PageStructure, total: number): void {
  const inside = new Float64Array(SHARED.length);
  for (const block of page.blocks) {
    const at = block.element * DISTANCES;
    for (let i = 0; i < SHARED.length; i++) {
      if ((distances[at + (SHARED[i] as number)] as number) < 8) inside[i] = (inside[i] as number) + block.stats.words;
    }
  }
  for (const words of inside) out.push(words / (total + 1));
}

function addCounts(out: number[], { page, distances, sums, hints }: PageStructure): void {
  const tally = {
    prices: sums.prices[page.blocks.length] ?? 0,
    talk: 0,
    headings: 0,
    prose: 0,
    questions: 0,
    times: 0,
  };
  page.blocks.forEach((block, i) => {
    tally.talk += ((hints[i] ?? 0) >> TALK) & 1;
    if (isProse(block)) tally.prose++;
    if (block.stats.last === 63) tally.questions++;
    if (block.inline === 'time') tally.times++;
  });
  for (const element of page.elements) if (/^h[1-6]$/.test(element.node.name)) tally.headings++;
  out.push(...Object.values(tally).map(log), log(sums.media[page.blocks.length] ?? 0));
  for (const kind of [HINT_COUNT + PLACE_NAMES.indexOf('articleTag'), ...KINDS.slice(0, 6)]) {
    let roots = 0;
    for (let i = 0; i < page.elements.length; i++) if (distances[i * DISTANCES + kind] === 0) roots++;
    out.push(log(roots));
  }
}

/** How much of the page is made of siblings alike: lists, posts and cards repeat, articles do not. */
function addRepeats(out: number[], { repeats }: PageStructure, total: number): void {
  let largest: RepeatGroup = NO_GROUP;
  for (const group of repeats.groups) if (group !== undefined && group.rank === 0) largest = group;
  const { count, words, linkWords, media, prices, dates } = largest;
  out.push(log(count), words / (total + 1), log(words / count), linkWords / (words + 1));
  out.push(media / count, prices / count, dates / count);
}

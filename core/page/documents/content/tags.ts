import { type Element, isTag, type ParentNode } from 'domhandler';
import { textContent } from 'domutils';
import { wordSet, words } from '../../../common/values/words';
import { tableTag } from '../../../contract/table-grid';
import { remember } from '../remember';

/** Elements whose content never belongs to the text of a page. */
export const DROPPED_TAGS: ReadonlySet<string> = new Set(['meta', 'noscript', 'style', 'script', 'template']);

/** AMP elements that show ads or stay invisible until opened. */
export const UNSEEN_AMP_TAGS: ReadonlySet<string> = wordSet(`
  amp-ad amp-embed amp-auto-ads amp-sticky-ad amp-analytics amp-pixel amp-sidebar amp-consent amp-user-notification
  amp-social-share amp-state amp-lightbox
`);

/** Elements allowed in a `head`. If `</head>` is missing, any other element in the `head` belongs to the body. */
export const HEAD_TAGS: ReadonlySet<string> = new Set([...DROPPED_TAGS, ...words('title link base bgsound basefont')]);

/** Elements that belong to the surrounding line of text. */
export const INLINE_TAGS: ReadonlySet<string> = wordSet(`
  a abbr acronym b bdi bdo big br cite code data del dfn em font i img ins kbd mark math nobr picture q rp rt ruby s
  samp small source span strike strong sub sup svg time tt u var wbr
`);

/** Elements kept or dropped as a unit, even if they contain no text. */
export const ATOMIC_TAGS: ReadonlySet<string> = wordSet(`
  img svg math iframe video audio object embed canvas picture input br hr wbr select textarea datalist map progress
  meter
`);

/** Atomic elements that are kept if adjacent text is kept. */
export const MEDIA_TAGS: ReadonlySet<string> = wordSet('img picture video audio iframe object embed math');

/** Class names of user portraits. */
export const AVATAR = /(?:^|\s)(?:[a-z0-9]+[-_]+){0,2}avatars?(?:[-_\s]|$)/i;

/** Elements that readers see as one unit. */
export const WHOLE_TAGS: ReadonlySet<string> = wordSet('table ul ol menu dl details figure pre blockquote');

/** Tags of page parts. An element that contains one of these parts is only layout. */
export const PART_TAGS: ReadonlySet<string> = new Set(['table', 'h1', 'article', 'form', 'main', 'nav']);

/**
 * Tags of lists. A list whose items have headings is a grid of cards or the sections of a page, so it does not form a
 * unit.
 */
export const LIST_TAGS: ReadonlySet<string> = new Set(['ul', 'ol', 'menu']);

/** Heading tags by level. */
export const HEADING_TAGS: readonly string[] = ['h1', 'h2', 'h3', 'h4', 'h5', 'h6'];

const MIN_ROWS = 2;
const MIN_CELLS = 2;

/** True for a data table: outside a form, with at least two rows of two text cells each. Other tables are layout. */
export function isDataTable(table: Element): boolean {
  if (!isTable(table) || isInForm(table)) return false;
  let rows = 0;
  const stack: Element[] = [table];
  for (let node = stack.pop(); node !== undefined && rows < MIN_ROWS; node = stack.pop()) {
    const isRow = tableTag(node) === 'tr';
    if (isRow && hasCells(node)) rows++;
    else if (!isRow) for (const child of node.children) if (isTag(child)) stack.push(child);
  }
  return rows >= MIN_ROWS;
}

const NOTES = /(^|[-_\s])(foot|end)-?notes?([-_\s]|$)/i;
const MAX_LEVELS_TO_NOTES = 3;

/** True for a list of footnotes, recognized by the role or class of the list or an ancestor. */
export function isFootnotes(list: Element): boolean {
  if (list.name !== 'ol' && list.name !== 'ul') return false;
  let up: ParentNode | null = list;
  for (let level = 0; level < MAX_LEVELS_TO_NOTES && up !== null && isTag(up) && up.name !== 'body'; level++) {
    if (up.attribs.role === 'doc-endnotes' || NOTES.test(up.attribs.class ?? '')) return true;
    up = up.parent;
  }
  return false;
}

/** True for a `table` element or an element with a table role. */
export const isTable = (element: Element): boolean => tableTag(element) === 'table';

/** True for a table cell, recognized by name or role. */
export const isCell = (element: Element): boolean => /^t[dh]$/.test(tableTag(element));

function isInForm(table: Element): boolean {
  for (let up = table.parent; up !== null && isTag(up); up = up.parent) if (up.name === 'form') return true;
  return false;
}

function hasCells(row: Element): boolean {
  let cells = 0;
  for (const cell of row.children) if (isTag(cell) && isCell(cell) && !isEmptyOrDay(cell)) cells++;
  return cells >= MIN_CELLS;
}

/** True for a cell without text, and for a day in a calendar built without table elements. */
function isEmptyOrDay(cell: Element): boolean {
  const text = textContent(cell).trim();
  return text === '' || (cell.name !== 'td' && cell.attribs.role === 'gridcell' && /^\d{1,2}$/.test(text));
}

/** Traits of elements, detected by tag, by role, and by words in the class, ID and `itemprop`. */
const TRAITS: readonly (readonly [name: string, tags: string, roles: string, names: RegExp | undefined])[] = [
  [
    'nav',
    'nav',
    'navigation menu menubar tablist',
    /^(nav|menu|dropdown|submenu|megamenu|skip|offcanvas|jump|hamburger|breadcrumb|crumb|bread$|pathway|pagination|pager|paging|paginat|prev|pagenav|nextprev)|nav(bar|igation)?$/,
  ],
  ['toc', '', '', /^(toc|tableofcontents|outline|onthispage|index|anchor|permalink|headerlink|edit|editsection)/],
  ['header', 'header', 'banner', /^(header|masthead|topbar|top|banner|hdr)$|^(masthead|siteheader|pageheader)/],
  ['footer', 'footer', 'contentinfo', /^(foot|bottom|colophon|copyright|imprint|contentinfo|disclaimer|legal)/],
  ['side', 'aside', 'complementary', /^(sidebar|aside|rail|secondary|widget|side|complementary|sticky|sidenav)/],
  ['comment', '', '', /^(comment|disqus|respond|kommentar|discussion|replies|livefyre)/],
  [
    'related',
    '',
    '',
    /^(related|recommend|recirc|popular|trending|suggest|similar|more|readmore|latest|also|upsell|crosssell|teaser|mostread|further|next|recent|others?)/,
  ],
  [
    'share',
    '',
    '',
    /^(share|sharing|social|facebook|twitter|follow|pinterest|linkedin|whatsapp|sns|addthis|addtoany|teilen|newsletter|subscri|signup|optin|mailchimp|mailing|email|cta|donate|registration|lead|login|signin|account|auth$|authentic|authoriz|password|register)/,
  ],
  [
    'ad',
    'dialog',
    'dialog alertdialog alert',
    /^(ads?|adv|advert.*|adslot|adsense|sponsor.*|promo.*|outbrain|taboola|dfp|affiliate|anzeige|werbung|publi|gpt|marketing)$|^(cookie|consent|gdpr|ccpa|modal|popup|pop|overlay|dialog|lightbox|toast|alert|notification|notice|drawer|tooltip|flyout|paywall)/,
  ],
  ['author', '', '', /^(author|byline|bio|avatar|profile|writer|contributor|vcard|autor|username|poster|user|member)/],
  [
    'meta',
    '',
    '',
    /^(meta|date|time|timestamp|published|posted|infos?|details?|stats?|views?|byline|dateline|updated)/,
  ],
  ['tags', '', '', /^(tag|tags|tagged|category|categories|cats?|labels?|topics?|keywords?|badge|chips?|taxonomy)$/],
  [
    'content',
    '',
    '',
    /^(content|contents|body|text|txt|prose|markdown|copy|richtext|rte|wysiwyg|inhalt|maincontent|articlebody|bodytext|postcontent|entrycontent|contentarea|articletext|recipeinstructions|recipeingredient|description)/,
  ],
  [
    'article',
    'article',
    'article',
    /^(article|entry|story|blogpost|news|artikel|single|recipe|documentation|docs?|guide|wiki|topic)/,
  ],
  ['main', 'main', 'main', /^(main|primary|center|middle|page)$/],
  ['post', '', '', /^(post|message|msg|reply|thread|question|answer|postbody|posts|msgcontent|postcell|bbcode)/],
  ['product', '', '', /^(product|item|sku|pdp|specs?|specification|feature|variant|attribute|model)/],
  ['review', '', '', /^(review|rating|stars?|testimonial|feedback|rate|vote|score|upvote|karma|likes?|reaction)/],
  [
    'price',
    '',
    '',
    /^(price|cart|buy|shipping|delivery|addto|checkout|qty|quantity|stock|basket|wishlist|offer|sale|discount|swatch|size|color|options?|payment)/,
  ],
  [
    'filter',
    'form fieldset',
    'search form',
    /^(search|filter|sort|facet|refine|toolbar|controls?|select|autocomplete|picker|form)/,
  ],
  [
    'media',
    'figure figcaption caption',
    'figure',
    /^(caption|credit|figure|gallery|image|img|photo|media|video|player|thumb|picture|slide|carousel|swiper|slick|audio)/,
  ],
  ['fold', 'summary', 'tab', /^(tab|tabs|tabpanel|accordion|faq|collapse|collapsible|toggle|expand|panel|disclosure)/],
  [
    'hidden',
    '',
    '',
    /^(hidden|hide|sronly|visuallyhidden|visually|screenreader|sr|screen|print|noprint|invisible|clip|offscreen|none|assistive)$/,
  ],
  [
    'title',
    'h1 h2 h3 h4 h5 h6 hgroup',
    'heading',
    /^(title|heading|headline|hed|subtitle|deck|dek|standfirst|kicker|eyebrow|lede?|h1|h2|h3)/,
  ],
  [
    'card',
    '',
    '',
    /^(card|grid|list|tile|collection|results?|feed|listing|row|col|column|columns|listitem|masonry|loop|archive)/,
  ],
  ['intro', '', '', /^(hero|intro|summary|description|desc|excerpt|abstract|overview|about|subhead|jumbotron|hatnote)/],
  ['list', 'ul ol menu dl', 'list', undefined],
  ['table', 'table', 'table grid', undefined],
  ['section', 'section', 'region', undefined],
  ['link', 'a', 'link', undefined],
  ['button', 'button label', 'button', undefined],
];

/** Trait names in bit order. */
export const TRAIT_NAMES: readonly string[] = TRAITS.map(([name]) => name);
/** Number of traits. Each trait is one bit of a mask. */
export const TRAIT_COUNT = TRAITS.length;

const byTag = new Map<string, number>();
const byRole = new Map<string, number>();
TRAITS.forEach(([, tags, roles], bit) => {
  for (const tag of tags.split(' ')) byTag.set(tag, (byTag.get(tag) ?? 0) | (1 << bit));
  for (const role of roles.split(' ')) byRole.set(role, (byRole.get(role) ?? 0) | (1 << bit));
});
const HIDDEN = 1 << TRAIT_NAMES.indexOf('hidden');
const HIDDEN_STYLE = /display\s*:\s*none|visibility\s*:\s*hidden/i;
const MAX_NAME_CHARS = 400;

const maskOfWord = remember((word) =>
  TRAITS.reduce((mask, [, , , pattern], bit) => (pattern?.test(word) ? mask | (1 << bit) : mask), 0),
);

/**
 * Class names that describe another element, e.g. `has-sidebar`. `no-print` does not match, because it describes the
 * element itself.
 */
const NAME_OF_ANOTHER = /(^|\s)(has|with|without|no(?!-?print))[-_]\S+/g;
/** Utility classes that only apply under a condition, e.g. `md:hidden` or `[.sidebar-open_&]:block`. */
const CONDITIONAL = /(?<!\S)[^\s:]*:\S*/g;
/**
 * Returns the traits indicated by a class, ID or `itemprop`, as a bit mask. Splits `postBody`, `post-body` and
 * `post_body` into two words.
 */
const maskOfNames = remember((names) => {
  let mask = 0;
  const text = (names.includes(':') ? names.replace(CONDITIONAL, ' ') : names)
    .slice(0, MAX_NAME_CHARS)
    .replace(NAME_OF_ANOTHER, ' ')
    .replace(/([a-z])([A-Z])/g, '$1 $2');
  for (const word of text.toLowerCase().match(/[a-z]+[0-9]?/g) ?? []) mask |= maskOfWord(word);
  return mask;
});

/** Returns an element's own traits as a bit mask. */
export function traitsOf({ name, attribs }: Pick<Element, 'name' | 'attribs'>): number {
  let mask = byTag.get(name) ?? 0;
  // Classes of `html` and `body` describe the entire page, not one part.
  if (name === 'body' || name === 'html') return mask;
  // One loop over the attributes is faster than separate lookups, because most elements have few attributes.
  for (const key in attribs) {
    const value = attribs[key] as string;
    if (key === 'class' || key === 'id' || key === 'itemprop') mask |= value === '' ? 0 : maskOfNames(value);
    else if (key === 'role') mask |= value === '' ? 0 : (byRole.get(value.toLowerCase()) ?? 0);
    else if (key === 'hidden' || (key === 'aria-hidden' && value === 'true')) mask |= HIDDEN;
    else if (key === 'style' && HIDDEN_STYLE.test(value)) mask |= HIDDEN;
  }
  return mask;
}

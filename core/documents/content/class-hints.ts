import type { Element } from 'domhandler';

/** What words in class, id, role and itemprop say about a container, most general sense first. */
const GROUPS: readonly (readonly [name: string, pattern: RegExp])[] = [
  ['nav', /^(nav|menu|navi|navbar|navigation|dropdown|submenu|megamenu|skip|offcanvas|jump|hamburger)/],
  ['breadcrumb', /^(breadcrumb|crumb|bread|pathway)/],
  ['header', /^(header|masthead|topbar|top|banner|hdr)$|^(masthead|siteheader|pageheader)/],
  ['footer', /^(foot|bottom|colophon|copyright|imprint|contentinfo|disclaimer|legal)/],
  ['sidebar', /^(sidebar|aside|rail|secondary|widget|side|complementary|sticky|sidenav)/],
  ['comment', /^(comment|disqus|respond|kommentar|discussion|replies|livefyre)/],
  ['social', /^(share|sharing|social|facebook|twitter|follow|pinterest|linkedin|whatsapp|sns|addthis|addtoany|teilen)/],
  [
    'related',
    /^(related|recommend|recommended|recirc|popular|trending|suggest|similar|more|readmore|latest|also|upsell|crosssell|teaser|mostread|further|next|recent|others?)/,
  ],
  [
    'ad',
    /^(ads?|adv|advert.*|adslot|adsense|sponsor.*|promo.*|outbrain|taboola|dfp|affiliate|anzeige|werbung|publi|gpt|marketing)$/,
  ],
  [
    'overlay',
    /^(cookie|consent|gdpr|ccpa|modal|popup|pop|overlay|dialog|lightbox|toast|alert|notification|notice|drawer|tooltip|flyout|paywall)/,
  ],
  ['newsletter', /^(newsletter|subscri|signup|optin|mailchimp|mailing|email|cta|donate|registration|form|lead)/],
  ['author', /^(author|byline|bio|avatar|profile|writer|contributor|vcard|autor|username|poster|user|member)/],
  ['meta', /^(meta|date|time|timestamp|published|posted|info|infos|details?|stats?|views?|byline|dateline|updated)/],
  ['tags', /^(tag|tags|tagged|category|categories|cat|cats|label|labels|topics?|keywords?|badge|chips?|taxonomy)$/],
  ['pagination', /^(pagination|pager|paging|paginat|prev|previous|pagenav|pages|pagenumber|nextprev)/],
  [
    'content',
    /^(content|contents|body|text|txt|prose|markdown|copy|richtext|rte|wysiwyg|inhalt|maincontent|articlebody|bodytext|postcontent|entrycontent|contentarea|articletext)/,
  ],
  ['article', /^(article|entry|story|blogpost|news|artikel|single|recipe|documentation|docs?|guide|wiki|topic)/],
  ['main', /^(main|primary|center|middle|page|site|wrapper|container|wrap|region)$/],
  ['post', /^(post|message|msg|reply|thread|question|answer|postbody|posts|msgcontent|postcell|bbcode)/],
  ['product', /^(product|item|sku|pdp|spec|specs|specification|feature|variant|attribute|model)/],
  ['review', /^(review|rating|star|stars|testimonial|feedback|rate|vote|score|upvote|karma|like|likes|reaction)/],
  [
    'price',
    /^(price|cart|buy|shipping|delivery|addto|checkout|qty|quantity|stock|basket|wishlist|offer|sale|discount|swatch|size|color|option|options|payment)/,
  ],
  ['filter', /^(search|filter|sort|facet|refine|toolbar|controls?|select|autocomplete|picker)/],
  ['login', /^(login|signin|account|auth|password|register|loggedin|guest)/],
  ['toc', /^(toc|tableofcontents|outline|onthispage|index|anchor|permalink|headerlink|edit|editsection)/],
  [
    'media',
    /^(caption|credit|figure|gallery|image|img|photo|media|video|player|thumb|thumbnail|picture|slide|slider|carousel|swiper|slick|audio)/,
  ],
  ['fold', /^(tab|tabs|tabpanel|accordion|faq|collapse|collapsible|toggle|expand|panel|disclosure)/],
  [
    'hidden',
    /^(hidden|hide|sronly|visuallyhidden|visually|screenreader|sr|screen|print|noprint|invisible|clip|offscreen|none|assistive)$/,
  ],
  ['title', /^(title|heading|headline|hed|subtitle|deck|dek|standfirst|kicker|eyebrow|lede?|h1|h2|h3)/],
  [
    'card',
    /^(card|grid|list|tile|collection|results?|feed|listing|row|col|column|columns|listitem|masonry|loop|archive)/,
  ],
  ['intro', /^(hero|intro|summary|description|desc|excerpt|abstract|overview|about|subhead|jumbotron|banner)/],
];

/** Names of the hint groups, in bit order. */
export const HINT_NAMES: readonly string[] = GROUPS.map(([name]) => name);

/** Number of hint groups; each is one bit of a mask. */
export const HINT_COUNT = GROUPS.length;

const CACHE_LIMIT = 20_000;
const wordMasks = new Map<string, number>();
const stringMasks = new Map<string, number>();

function wordMask(word: string): number {
  const known = wordMasks.get(word);
  if (known !== undefined) return known;
  let mask = 0;
  GROUPS.forEach(([, pattern], bit) => {
    if (pattern.test(word)) mask |= 1 << bit;
  });
  if (wordMasks.size >= CACHE_LIMIT) wordMasks.clear();
  wordMasks.set(word, mask);
  return mask;
}

/** `postBody`, `post-body` and `post_body` are two words each. */
function maskOf(names: string): number {
  const known = stringMasks.get(names);
  if (known !== undefined) return known;
  let mask = 0;
  for (const word of names
    .slice(0, 400)
    .replace(/([a-z])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .match(/[a-z]+[0-9]?/g) ?? []) {
    mask |= wordMask(word);
  }
  if (stringMasks.size >= CACHE_LIMIT) stringMasks.clear();
  stringMasks.set(names, mask);
  return mask;
}

/** The hint groups an element's own names belong to, as a bit mask. */
export function hintMask(element: Element): number {
  const { class: names, id, role, itemprop } = element.attribs;
  let mask = 0;
  if (names) mask |= maskOf(names);
  if (id) mask |= maskOf(id);
  if (role) mask |= maskOf(role);
  if (itemprop) mask |= maskOf(itemprop);
  return mask;
}

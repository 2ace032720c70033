import type { Element } from 'domhandler';

/**
 * Bit flags for the location of text on the page. `crossed` means struck through by tag or style, not just by class
 * name. `silent` marks text that never contains a value: the signature of a forum user, or short hidden text.
 */
export const flag = {
  navigation: 1,
  footer: 2,
  aside: 4,
  related: 8,
  review: 16,
  hidden: 32,
  struck: 64,
  link: 128,
  heading: 256,
  headline: 512,
  bold: 1024,
  button: 2048,
  cell: 4096,
  form: 8192,
  dialog: 16384,
  header: 32768,
  list: 65536,
  noscript: 131072,
  crossed: 262144,
  silent: 524288,
} as const;

/** Flags of parts that are not about the page's subject. */
export const OUTSIDE = flag.navigation | flag.footer | flag.aside | flag.related | flag.dialog;

const BY_TAG: Readonly<Record<string, number>> = {
  nav: flag.navigation,
  footer: flag.footer,
  aside: flag.aside,
  header: flag.header,
  s: flag.struck | flag.crossed,
  del: flag.struck | flag.crossed,
  strike: flag.struck | flag.crossed,
  a: flag.link,
  h1: flag.heading,
  h2: flag.heading,
  h3: flag.heading,
  h4: flag.heading,
  h5: flag.heading,
  h6: flag.heading,
  b: flag.bold,
  strong: flag.bold,
  th: flag.bold | flag.cell,
  td: flag.cell,
  dt: flag.bold | flag.cell,
  dd: flag.cell,
  button: flag.button,
  form: flag.form,
  dialog: flag.dialog,
  li: flag.list,
};
const ROLES: Readonly<Record<string, number>> = {
  navigation: flag.navigation,
  menu: flag.navigation,
  contentinfo: flag.footer,
  complementary: flag.aside,
  dialog: flag.dialog,
  alertdialog: flag.dialog,
  heading: flag.heading,
  button: flag.button,
};
const RELATED =
  / (related|recommend\w*|similar|upsell|cross ?sell\w*|up sells?|crosssell\w*|also (bought|viewed|like|liked)|you (may|might)|recently viewed|more like|alternatives?|suggestions?|suggested|complete the look|(?:other|more) (products|items|ads|events)|verwandt\w*|sponsored|advert\w*|best ?sellers?|last ?seen) /;
const NAVIGATION =
  / (nav|navigation|(?<!with sticky )navbar|menu|breadcrumbs?|mega ?menu|minicart|mini cart|cookie\w*|site header|sitemap|language switch\w*) /;
const FOOTER = / (footer|site footer|page footer|colophon) /;
const ASIDE =
  / (postprofile|post profile|userinfo extra|user info|message user|user ?stats|profile posts|profile joined) /;
const REVIEWS =
  / (reviews?|comments?|comentarios|comentários|commentaires|kommentare|commenti|reacties|komentarze|kommentarer|responses|testimonials?|bewertungen|avis|opiniones|questions|q a|discussion) /;
const DIALOG = / (modal|popup|pop up|lightbox|overlay|dialog|(?<!(?:data|has|with) )tooltip|drawer|offcanvas) /;
const STRUCK =
  / (old|was|strike\w*|striked|crossed|rrp|uvp|list price|regular|before|original|previous|precio anterior|compare( at)?|mrp|line through|linethrough|retail price|full price|prix (?:barr[eé]e?s?|avant|ancien)|(?:ancien|vieux) prix|statt(?:preis)?|streichpreis|alter preis|preis (?:alt|vorher)|vorher|antes|tachad[oa]|(?:precio|preco) (?:anterior|normal|riscado)|prezzo (?:barrato|vecchio|listino)|vecchio|barrato|oude|adviesprijs|stara cena|cena (?:stara|przed)|ordinarie|forpris) /;
const PRICE_WORD = / (price|prices|prix|preis|precio|preco|prezzo|prijs|pris|cena|amount|cost|money) /;
const HIDDEN = / (hidden|sr only|visually hidden|visuallyhidden|screen reader text|d none|hide) /;
const HIDDEN_STYLE = /display\s*:\s*none|visibility\s*:\s*hidden/i;
const STRUCK_STYLE = /line-through/i;

/** Returns the flags for an element, based on its tag, role, style and class. */
export function ownFlags({ name, attribs }: Element, words: string): number {
  let flags = BY_TAG[name] ?? 0;
  if (attribs.role !== undefined) flags |= ROLES[attribs.role.toLowerCase()] ?? 0;
  const { style } = attribs;
  if (attribs.hidden !== undefined || (style !== undefined && HIDDEN_STYLE.test(style))) flags |= flag.hidden;
  if (style !== undefined && STRUCK_STYLE.test(style)) flags |= flag.struck | flag.crossed;
  return words === '' || name === 'body' || name === 'html' ? flags : flags | flagsOfWords(words);
}

/** Class names of a current price that is next to a former price, e.g. `with-list-price`. */
const HAS_FORMER = / (?:with|has) (?:list|old|regular|original|former|compare) /;

const known = new Map<string, number>();

function flagsOfWords(words: string): number {
  const cached = known.get(words);
  if (cached !== undefined) return cached;
  let flags = 0;
  if (RELATED.test(words)) flags |= flag.related;
  if (NAVIGATION.test(words)) flags |= flag.navigation;
  if (FOOTER.test(words)) flags |= flag.footer;
  if (ASIDE.test(words)) flags |= flag.aside;
  if (REVIEWS.test(words)) flags |= flag.review;
  if (DIALOG.test(words)) flags |= flag.dialog;
  if (HIDDEN.test(words)) flags |= flag.hidden;
  if (STRUCK.test(words) && !HAS_FORMER.test(words) && (PRICE_WORD.test(words) || words.length < 30))
    flags |= flag.struck;
  if (known.size > 20_000) known.clear();
  known.set(words, flags);
  return flags;
}

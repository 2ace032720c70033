import { type Element, isTag } from 'domhandler';
import { findOne } from 'domutils';
import { type Make, type MeasuredPage } from './measured-page';
import { MOSTLY_LINKS, traitsNamed, wordsOf } from './parts';
import { commentsOnPosts } from './post-comments';
import { type PageElement, type Unit } from './segment';
import { isForSharing, isNotice } from './service-lines';
import { HEADING_TAGS, LIST_TAGS } from './tags';

const [COMMENT = 0, SHARE = 0] = traitsNamed('comment share');
const HEADINGS = new RegExp(
  [
    /^(don[’']t miss( this)?|most popular right now|(čtěte|přečtěte si) (také|též|dále)|mohlo by vás zajímat|hasonló cikkek|olvassa el ezt is|citește și|lue myös|διαβάστε (ακόμα|επίσης)|ilginizi çekebilir)$/,
    /^related( (posts?|articles?|news|products?|items?|pages?|content|resources?|stories|videos?|reading|links|topics|searches|recipes|guides|jobs|events|books|courses|listings|questions))?$/,
    /^(you )?(may|might) also (like|enjoy|be interested)( in)?( these)?$|^(read )?more (stories|articles|posts|news) (for you|like this|(from|by|about|related to) .+)$|^more (like this|from .+)$/,
    /^(customers|people|others|readers|shoppers)( who \w+ this( item)?)? also (bought|viewed|liked?|read|purchased|searched( for)?|ask|asked)$/,
    /^(recently viewed|recommended|similar)( (for you|items|products|articles|posts|stories|reading|recipes|jobs|events|listings|books))?$|^recommended by our editors$/,
    /^(most (read|popular|viewed|shared)|popular (posts|articles)|trending( now| topics| stories)?|read (next|also|more)|keep reading|up next)$/,
    /^(mehr zum thema|mehr zu .+|lesen sie auch( die folgenden .+)?|zum weiterlesen|auch interessant|passend dazu|zuletzt angesehen|meistgelesen|das könnte (sie|dich|ihnen|dir) auch .+)$/,
    /^(ähnliche|weitere|verwandte) (artikel|beiträge|produkte|themen|meldungen|nachrichten|rezepte|angebote|stellen|veranstaltungen)( (aus|von|zum?|zur|über) .+)?$|^mehr von .+ auf .|^kunden (kauften|kaufen|sahen|haben) .*auch/,
    /^(à lire aussi|lire aussi|articles en relation|vous aimerez aussi|vous pourriez aussi aimer|(articles|produits|recettes|offres) (similaires|liés|associés)|sur le même (sujet|thème))$/,
    /^((artículos|productos|noticias|entradas|recetas) relacionad[ao]s|también te puede (interesar|gustar)|te puede interesar|lee también)$/,
    /^((articoli|prodotti) correlati|(articoli|prodotti|ricette) simili|(ti )?potrebbe (interessarti|piacerti|interessare)( anche)?|leggi anche)$/,
    /^((artigos|produtos|notícias|matérias) relacionad[ao]s|le[ir]a (também|mais)|veja também|você (também )?pode gostar|talvez você goste)$/,
    /^(lees ook|gerelateerde? (artikelen|berichten)|läs (också|även)|relaterade artiklar|læs også|les også|(czytaj|zobacz|przeczytaj) (także|też|również)|polecane artykuły|ilgili haberler|baca juga|artikel terkait)$/,
    /^(читайте также|похожие (статьи|новости|записи)|вам может (быть интересно|понравиться)|関連(記事|ニュース)|おすすめ記事|相关(文章|阅读|新闻)|推荐阅读|관련\s?(기사|글)|مقالات ذات صلة|اقرأ أيضا)$/,
  ]
    .map(({ source }) => source)
    .join('|'),
);
/** First words of a line that links to another page, e.g. "Read also". */
const RELATED_LINE =
  /^[^\p{L}]*(related( (post|article|story))?|read also|also read|read next|read more|see more|see also|don[’']t miss|leggi anche|lesen sie (auch|hier)|auch interessant|mehr zum thema|(à )?lire aussi|lee también|te puede interesar|leia também|veja também)\s*[:：–—>»-]/iu;
/** First words of a related link, e.g. "Read next". They count only if the entire line is a link. */
const RELATED_LINK = /^[^\p{L}]*(lesen sie|lies|lest|hier lesen sie) (hier|auch|dazu|mehr)(?!\p{L})/iu;
const MAX_WORDS_OF_LINE = 30;
/** Matches lines that ask readers to follow or subscribe. */
const SUBSCRIBE_LINE =
  /^[^\p{L}]*(follow (us|me|@\w+|\p{Lu}[\p{L}\d .'’-]{1,40} on)\b.*\b(facebook|twitter|instagram|youtube|tiktok|linkedin|telegram|mastodon)\b|(subscribe to|sign up (for|to)|join) (our |the |\p{Lu}).*\b(newsletters?|forums|(youtube|telegram|whatsapp)( channel)?|inbox)\b|get .*\b(delivered|newsletters?|inbox)\b|(abonnieren|melden sie sich|abonnez|inscrivez|suscríbe|suscrib|iscriviti|assine|inscreva|schrijf je in|zapisz się|prenumerera)\P{L}?.*(newsletter|lettre|bolet[íi]n|nieuwsbrief|nyhetsbrev))/iu;
/** Matches invitations to follow or contact the author, which sites often place below an article. */
const AUTHOR_LINE =
  /(?<!\p{L})(follow (him|her|them) on|you can (follow|reach|email) (him|her|them)|folgen sie (ihm|ihr) auf)(?!\p{L})/iu;
/** Quick check for `AUTHOR_LINE`, which is slow. */
const MAY_BE_AUTHOR_LINE = /follow|you can|folgen/i;
/** Matches links for editing a documentation page. */
const EDIT_LINE =
  /^(edit|improve|suggest changes to) (this|the) (page|doc(ument)?|article)( on (github|gitlab|bitbucket))?$|^(edit on (github|gitlab|bitbucket)|suggest (changes|edits)|(view|show) page source|(diese )?seite bearbeiten|(modifier|éditer) cette page|editar esta página|modifica (questa )?pagina|編輯此頁|编辑此页|このページを編集)$/i;
/** Matches headings of boxes that ask readers to subscribe to a newsletter. */
const SUBSCRIBE_HEADING =
  /^[^\p{L}]*(?:(?:sign up|subscribe|join|register)\b.{0,40}\bnewsletters?\b|newsletter (?:abonnieren|bestellen|sign-?up)|(?:jetzt )?(?:zum|für den|unseren) .{0,30}newsletter (?:anmelden|abonnieren)|inscri(?:vez-vous|ption) à .{0,30}newsletter|(?:suscríbete|iscriviti|inscreva-se) .{0,30}newsletter)/iu;
const MAX_WORDS_OF_INVITATION = 120;
/** Class names of boxes that ask readers to subscribe. Boxes of more than `MAX_WORDS_OF_BOX` words are kept. */
const SUBSCRIBE_BOX = /newsletter|sign-?up|subscri(?:be|ption)|opt-?in(?![a-z])|mailchimp|mc4wp/i;
const MAX_WORDS_OF_BOX = 80;
const MAX_BOX_SHARE = 0.3;
const MAX_WORDS_TO_SUBSCRIBE = 60;
const MIN_SHOUTED = 5;
const MIN_CAPITALS = 0.6;
/** Text of placeholders for ads and videos. */
const PLACEHOLDER =
  /^(advert(isement|ising)?|adverts|sponsored( content)?|anzeige|werbung|publicité|publicidade?|pubblicità|reklama|реклама|media playback is (unsupported on your|not supported on this) device|image \d+ of \d+)[:.]?$/i;
const MAX_PLACEHOLDER_CHARS = 60;
const EDGES = /^[^\p{L}\p{N}]+|(?<=[\p{L}\p{N}])[^\p{L}\p{N}]+$/gu;
/** Quick check for headings without punctuation at either end, which need no trimming. */
const WITHOUT_EDGES = /^[a-z\d](?:.*[a-z\d])?$/is;
const ASCII_SIGNS = /(?<![ -/:-@[-`{-~])[ -/:-@[-`{-~]+$/;
const MAX_CHARS = 60;
/**
 * A section consists of links if the share of its words in links is at least `MIN_LINKED` and the share in prose is at
 * most `MAX_PROSE_SHARE`.
 */
const MIN_LINKED = 0.3;
const MAX_PROSE_SHARE = 0.3;
const MIN_LIST_LINKED = 0.7;
const MAX_LINKED_LINES = 12;
const MIN_TEASERS = 2;
/**
 * A section consists of cards if it has at least `MIN_CARDS` units and at most `MAX_KINDS` kinds of cards. At least
 * `MIN_PROSE_ABOVE` words of prose must be above it.
 */
const MIN_CARDS = 3;
const MAX_KINDS = 2;
const MIN_PROSE_ABOVE = 100;
const MAX_TEASER_SHARE = 0.35;
/**
 * To find the section below a heading, at most `MAX_BOXES` ancestors of the heading are tried. Skips ancestors with at
 * most `MAX_BESIDE_HEADING` words below the heading, e.g. the text of a link to the full list.
 */
const MAX_BOXES = 3;
const MAX_BESIDE_HEADING = 3;

/**
 * Returns 1 for each unit to exclude. These are placeholders, notices, related links, links for sharing, requests to
 * subscribe, and comments on questions or answers.
 */
export function relatedSections(page: MeasuredPage): Uint8Array {
  const { units } = page.segments;
  const isComment = commentsOnPosts(page);
  const isRelated = new Uint8Array(units.length);
  for (let i = 0; i < units.length; i++) {
    const unit = units[i] as Unit;
    const level = levelOf(page, unit);
    if (isPlaceholder(page, unit) || (level === 0 && isRelatedLine(page, unit)) || asksToSubscribe(page, unit))
      isRelated[i] = 1;
    if (isComment(unit) || isNotice(page, unit) || isForSharing(page, unit)) isRelated[i] = 1;
    if (level === 1 || unit.isWhole) continue;
    if (level > 1 && saysRelated(page, unit)) isRelated.fill(1, i, endOfSection(page, i, level));
    if (level > 1) isRelated.fill(1, i, endOfInvitation(page, i));
    if (level === 0 && isLinked(page, units[i + 1]) && saysRelated(page, unit))
      isRelated.fill(1, i, endOfLinks(page, i));
  }
  return isRelated;
}

/** True for the placeholder of an ad or an unsupported video. */
function isPlaceholder({ segments: { blocks } }: MeasuredPage, { firstBlock, endBlock, isWhole }: Unit): boolean {
  const block = blocks[firstBlock];
  if (isWhole || endBlock - firstBlock > 1 || block === undefined || block.chars > MAX_PLACEHOLDER_CHARS) return false;
  return block.links === 0 && PLACEHOLDER.test(block.text);
}

/**
 * True for a line that only leads to another page, e.g. "Read also: …" or a link in capitals. Also true for edit links,
 * requests to subscribe, and lines about the author.
 */
function isRelatedLine(page: MeasuredPage, unit: Unit): boolean {
  const { firstBlock, endBlock, isWhole } = unit;
  const block = page.segments.blocks[firstBlock];
  if (isWhole || endBlock - firstBlock > 1 || block === undefined) return false;
  if (block.words <= MAX_WORDS_TO_SUBSCRIBE && isAboutAuthor(block.text)) return true;
  if (block.links === 0) return false;
  if (block.linkWords === block.words && EDIT_LINE.test(block.text)) return true;
  if (block.words <= MAX_WORDS_TO_SUBSCRIBE && SUBSCRIBE_LINE.test(block.text)) return true;
  if (block.links !== 1) return false;
  if (block.words > MAX_WORDS_OF_LINE || block.linkWords < MIN_LINKED * block.words) return false;
  const isInCapitals =
    block.linkWords === block.words && block.words >= MIN_SHOUTED && block.upper > MIN_CAPITALS * block.chars;
  if (block.linkWords === block.words && RELATED_LINK.test(block.text)) return true;
  return isInCapitals || RELATED_LINE.test(block.text);
}

const isAboutAuthor = (line: string): boolean => MAY_BE_AUTHOR_LINE.test(line) && AUTHOR_LINE.test(line);

/** True for a unit in a small box with a newsletter form. */
function asksToSubscribe(page: MeasuredPage, { element }: Unit): boolean {
  const box = page.segments.elements[page.nearest(element, SHARE)];
  if (box === undefined || !SUBSCRIBE_BOX.test(`${box.node.attribs.class ?? ''} ${box.node.attribs.id ?? ''}`))
    return false;
  const words = page.wordsBetween(box.firstBlock, box.endBlock);
  return words <= MAX_WORDS_OF_BOX && words <= MAX_BOX_SHARE * page.words;
}

/** Returns the end of a small box that begins with the heading at `start` and asks readers to subscribe, else `start`. */
function endOfInvitation(page: MeasuredPage, start: number): number {
  const { units, elements, blocks } = page.segments;
  const { element, firstBlock } = units[start] as Unit;
  const box = elements[page.wider[element] ?? 0];
  const heading = blocks[firstBlock];
  if (box?.firstBlock !== firstBlock || heading === undefined || heading.chars > MAX_CHARS) return start;
  const words = page.wordsBetween(firstBlock, box.endBlock);
  if (words > MAX_WORDS_OF_INVITATION || words > MAX_BOX_SHARE * page.words) return start;
  if (!SUBSCRIBE_HEADING.test(heading.text)) return start;
  let end = start;
  while ((units[end]?.endBlock ?? Number.POSITIVE_INFINITY) <= box.endBlock) end++;
  return end;
}

/** True for a list or line that is almost entirely links. */
const isLinked = (page: MeasuredPage, unit: Unit | undefined): boolean =>
  unit !== undefined && page.linkShareBetween(unit.firstBlock, unit.endBlock) >= MIN_LIST_LINKED;

/** Returns the index after the lists and lines of links that follow the unit at `start`. */
function endOfLinks(page: MeasuredPage, start: number): number {
  const { units } = page.segments;
  let end = start + 1;
  while (end <= start + MAX_LINKED_LINES && isLinked(page, units[end]) && levelOf(page, units[end] as Unit) === 0)
    end++;
  return end;
}

function saysRelated({ segments: { blocks } }: MeasuredPage, { firstBlock, endBlock }: Unit): boolean {
  let chars = 0;
  for (let i = firstBlock; i < endBlock; i++) chars += blocks[i]?.chars ?? 0;
  if (chars > MAX_CHARS) return false;
  const text = blocks
    .slice(firstBlock, endBlock)
    .map((block) => block.text)
    .join(' ');
  return headsRelatedPages(text);
}

/** True for a heading used only above links to other pages of the same site. */
export function headsRelatedPages(heading: string): boolean {
  if (heading.length > MAX_CHARS) return false;
  const text = heading.replace(ASCII_SIGNS, '');
  return HEADINGS.test((WITHOUT_EDGES.test(text) ? text : text.replace(EDGES, '')).toLowerCase());
}

/**
 * Returns the end of the section below the heading at `start`. Returns `start` if the section contains no related
 * links.
 */
function endOfSection(page: MeasuredPage, start: number, level: number): number {
  const { elements, units } = page.segments;
  const from = units[start]?.endBlock ?? 0;
  let box = units[start]?.element ?? 0;
  for (let step = 0; step < MAX_BOXES; step++) {
    box = page.wider[box] ?? 0;
    const end = nextHeading(page, start, level, elements[box]?.endBlock ?? 0);
    const to = units[end - 1]?.endBlock ?? from;
    if (page.wordsBetween(from, to) <= MAX_BESIDE_HEADING) continue;
    const isOfLinks =
      page.linkShareBetween(from, to) >= MIN_LINKED && page.proseShareBetween(from, to) <= MAX_PROSE_SHARE;
    return isOfLinks ||
      isOfTeasers(page, start + 1, end) ||
      isOfCards(page, start, end) ||
      isOfLinkedItems(page, start, end)
      ? end
      : start;
  }
  return start;
}

/**
 * True for a section of teasers whose headings link to other pages. The section must contain no comments and no more
 * than 35 % of the page's words.
 */
function isOfTeasers(page: MeasuredPage, from: number, to: number): boolean {
  const units = page.segments.units.slice(from, to);
  const headings = units.filter((unit) => levelOf(page, unit) > 0);
  if (headings.length < MIN_TEASERS || headings.some((unit) => page.hasAround(unit.element, COMMENT))) return false;
  const words = page.wordsBetween(units[0]?.firstBlock ?? 0, units.at(-1)?.endBlock ?? 0);
  if (words > MAX_TEASER_SHARE * page.words) return false;
  return headings.every(({ firstBlock, endBlock }) => page.linkShareBetween(firstBlock, endBlock) >= MOSTLY_LINKS);
}

/**
 * True for a section that is below an article and consists of cards or rows with text. Each card must begin below the
 * heading.
 */
function isOfCards(page: MeasuredPage, heading: number, to: number): boolean {
  const units = page.segments.units.slice(heading + 1, to).filter((unit) => wordsOf(page, unit) > 0);
  const from = page.segments.units[heading]?.firstBlock ?? 0;
  const makes = new Set<Make>();
  for (const unit of units) {
    const item = cardBelow(page, unit, from);
    if (item < 0) return false;
    makes.add(page.makeOfElement(item));
  }
  return units.length >= MIN_CARDS && makes.size <= MAX_KINDS && page.proseBefore(from) >= MIN_PROSE_ABOVE;
}

/** Returns the outermost card or row that contains a unit and begins below a block, or -1. */
function cardBelow({ segments: { elements }, item }: MeasuredPage, { element }: Unit, block: number): number {
  let card = -1;
  for (let at = item[element] ?? -1; (elements[at]?.firstBlock ?? -1) >= block; ) {
    card = at;
    at = item[elements[at]?.parent ?? -1] ?? -1;
  }
  return card;
}

/** True for a section that is below an article and consists of lists in which each item has a link. */
function isOfLinkedItems(page: MeasuredPage, heading: number, to: number): boolean {
  const { elements, units } = page.segments;
  if (page.proseBefore(units[heading]?.firstBlock ?? 0) < MIN_PROSE_ABOVE) return false;
  const lists = units.slice(heading + 1, to).filter((unit) => wordsOf(page, unit) > 0);
  return lists.length > 0 && lists.every(({ element }) => hasLinkedItems((elements[element] as PageElement).node));
}

function hasLinkedItems({ name, children }: Element): boolean {
  const items = children.filter(isTag);
  if (!LIST_TAGS.has(name) || items.length < MIN_TEASERS) return false;
  return items.every((item) => findOne(({ name: tag }) => tag === 'a', item.children) !== null);
}

/**
 * Returns the end of a heading's section: the next heading of the same or a higher level outside a card, or the end of
 * the element around the section.
 */
function nextHeading(page: MeasuredPage, start: number, level: number, endBlock: number): number {
  const { units } = page.segments;
  let end = start + 1;
  for (; end < units.length; end++) {
    const unit = units[end] as Unit;
    const isHeading = levelOf(page, unit) > 0 && levelOf(page, unit) <= level;
    if (unit.endBlock > endBlock || (isHeading && (page.item[unit.element] ?? -1) < 0)) break;
  }
  return end;
}

const levelOf = ({ segments: { elements } }: MeasuredPage, { element }: Unit): number =>
  HEADING_TAGS.indexOf(elements[element]?.node.name ?? '') + 1;

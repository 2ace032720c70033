import { type ChildNode, isTag, isText } from 'domhandler';
import { textContent } from 'domutils';
import { type MeasuredPage } from './measured-page';
import { linkAround } from './parts';
import { type Block, type Unit } from './segment';

/** URLs for sharing a page, e.g. on Facebook or by email. */
const SHARE_URL =
  /^(?:mailto:\?|whatsapp:|(?:https?:)?\/\/(?:[\w-]+\.)*(?:facebook\.com\/(?:sharer?|dialog\/(?:share|feed))\b|(?:twitter|x)\.com\/(?:intent|share)\b|linkedin\.com\/(?:shar(?:e|ing)|cws\/share)|pinterest\.[a-z.]{2,12}\/pin\/create|whatsapp\.com\/send|wa\.me\/\?|(?:t|telegram)\.me\/share|reddit\.com\/submit|vk\.com\/share|tumblr\.com\/(?:widgets\/)?share|xing\.com\/(?:spi\/shares|app\/user)|getpocket\.com\/(?:save|edit)|bsky\.app\/intent|threads\.net\/intent|google\.com\/share|b\.hatena\.ne\.jp|line\.me\/(?:R\b|lineit)))/i;
const MAX_SHARE_WORDS = 30;
/** Statements that the site earns money from the links in an article. */
const AFFILIATE =
  /(?<!\p{L})(?:(?:we|i) (?:may|might|can|could|will) (?:also )?(?:receive|earn|get) (?:an? )?(?:small )?(?:affiliate )?(?:commission|compensation)|as an amazon (?:associate|affiliate),? (?:we|i) earn|(?:post|article|page) (?:may )?contains? affiliate links|(?:artikel|beitrag) enthält (?:affiliate|werbe|provisions)-?links|(?:article|page) contient des liens (?:affiliés|d['’]affiliation)|(?:artículo|página) contiene enlaces de afiliad)/iu;
/** Quick check for `AFFILIATE`, which is slow. */
const MAY_BE_AFFILIATE = /commission|compensation|affili|amazon|links/i;
/** Placeholders for content from other sites that is shown only after consent. */
const AWAITS_CONSENT =
  /^(?:empfohlener (?:redaktioneller|externer) inhalt$|an dieser stelle (?:findest|finden|findet) (?:du|sie|ihr) .*externen? inhalt|ich bin (?:damit )?einverstanden, dass (?:mir )?externe inhalte|(?:mit dem|durch das|beim) (?:laden|anklicken|abspielen) (?:des|der) .{3,40} (?:akzeptier|stimm)|by (?:loading|playing) (?:this|the) .{3,30},? you (?:accept|agree)|en (?:chargeant|cliquant) .{3,60} vous acceptez .*(?:cookies|confidentialité)|al (?:cargar|reproducir) .{3,40} acepta)/i;
const MAX_NOTICE_WORDS = 80;

/** Returns the only block of a unit, or undefined if the unit has several blocks. */
const onlyBlock = ({ segments: { blocks } }: MeasuredPage, { firstBlock, endBlock }: Unit): Block | undefined =>
  endBlock - firstBlock === 1 ? blocks[firstBlock] : undefined;

/** True for a disclosure of affiliate links, and for the placeholder of content that awaits consent. */
export function isNotice(page: MeasuredPage, unit: Unit): boolean {
  const block = onlyBlock(page, unit);
  if (block === undefined || block.words === 0 || block.words > MAX_NOTICE_WORDS) return false;
  return AWAITS_CONSENT.test(block.text) || (MAY_BE_AFFILIATE.test(block.text) && AFFILIATE.test(block.text));
}

/** True for a line or list that consists of links for sharing the page. */
export function isForSharing({ segments: { blocks } }: MeasuredPage, { firstBlock, endBlock }: Unit): boolean {
  let words = 0;
  for (let i = firstBlock; i < endBlock; i++) {
    const block = blocks[i] as Block;
    words += block.words;
    if (words > MAX_SHARE_WORDS || block.linkWords < block.words) return false;
    if (!block.leaves.every((leaf) => !isText(leaf) || leaf.data.trim() === '' || sharesPage(leaf))) return false;
  }
  return words > 0;
}

const sharesPage = (leaf: ChildNode): boolean => isShareUrl(linkAround(leaf)?.attribs.href ?? '');

/** True for a URL for sharing a page, e.g. on Facebook or by email. */
export const isShareUrl = (href: string): boolean => SHARE_URL.test(href.trim());

const TO_COMMENTS = /#(?:respond|comments?|disqus_thread|kommentare?|commentaires?|comentarios?|reacties)$/i;
const MAX_COMMENT_LINK_CHARS = 40;

/** Returns a predicate for links to the comments below the page's article, such as "3 comments" or "Leave a reply". */
export function leadsToComments(url: string): (node: ChildNode) => boolean {
  const own = pathOf(url, url);
  return (node) => {
    if (!isTag(node) || node.name !== 'a' || !TO_COMMENTS.test(node.attribs.href ?? '')) return false;
    return textContent(node).trim().length <= MAX_COMMENT_LINK_CHARS && pathOf(node.attribs.href ?? '', url) === own;
  };
}

const pathOf = (reference: string, base: string): string | undefined =>
  URL.parse(reference, base)?.pathname.replace(/\/$/, '');

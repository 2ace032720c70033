import { PhraseFinder } from './phrase-finder';

/** What short lines of pages say, in the languages most pages are in; each group is one bit. */
const GROUPS: readonly (readonly [name: string, phrases: string])[] = [
  [
    'related',
    "related, you may like, you might like, you may also like, you might also like, you may enjoy, you might enjoy, you may be interested, recommended, read more, read next, read also, see also, see more, more from, more in, more on, more about, more stories, more articles, more like, more to explore, popular, trending, latest, most read, most viewed, most popular, recent posts, recent articles, recent news, don’t miss, don't miss, up next, similar, also bought, also viewed, weitere, mehr zum, mehr zu, mehr aus, mehr von, auch interessant, das könnte, lesen sie, lies auch, ähnliche*, neueste*, beliebt*, passend*, leia mais, leia também, relacionad*, te puede, lea también, artículos, articles liés, article similaires, articles similaires, à lire, lire aussi, leggi anche, potrebbe*, czytaj*, zobacz*, lees ook, читайте*, похожие*, 관련*, 関連*, 相关*",
  ],
  [
    'share',
    'share, tweet, facebook, twitter, pinterest, whatsapp, linkedin, instagram, youtube, tiktok, follow us, print, email, e-mail, copy link, teilen, folge, drucken, compartir, compartilh*, partager, condividi, udostępnij, поделиться, 공유*',
  ],
  [
    'comment',
    'comment, comments, reply, replies, leave a, respond, kommentar, kommentare, antworten, comentário, comentários, comentario, comentarios, commentaire, commentaires, commenti, komentarze, комментари*, 댓글*, 评论*',
  ],
  [
    'newsletter',
    "newsletter*, subscri*, sign up*, join our, join the, join us, get our latest, get the latest, inbox*, email address*, your email*, abonnieren*, anmelden*, e-mail-adresse*, suscr*, inscre*, inscri*, s’abonner*, s'abonner*, iscriviti*, mailing list*, notif*",
  ],
  [
    'legal',
    '©*, (c) 1*, (c) 2*, (c)2*, copyright*, all rights reserved*, privacy*, terms of*, terms and*, terms &*, cookie*, imprint*, impressum*, datenschutz*, agb, disclaimer*, trademark*, alle rechte*, todos los derechos*, direitos reservados*, tous droits*, gdpr*, accessibility*, do not sell*',
  ],
  [
    'login',
    'login, log in, sign in, signin, logout, log out, register, my account, create account, create an account, forgot, password, einloggen, registrieren, konto, iniciar sesión, entrar, se connecter, accedi, wishlist, favorite, favorites, favourite, favourites',
  ],
  [
    'shop',
    'add to cart*, add to bag*, add to basket*, buy now*, shop now*, in stock*, out of stock*, checkout*, free shipping*, quantity*, sold out*, warenkorb*, carrito*, panier*, delivery*, return, returns, sale, save 1*, save 2*, save 3*, save 4*, save 5*, save $*',
  ],
  [
    'nav',
    'home, menu, navigation, skip to, back to, next, previous, prev, toggle, close, open, show, view all, see all, load more, learn more, click here, continue reading, startseite, zurück, weiter, search, suche, buscar, filter, sort by, contact, contact us, about, about us, faq, help, support, careers, sitemap, advertis*, kontakt, über uns',
  ],
  [
    'byline',
    'by, von, por, par, di, written by, posted by, author, about the author, reviewed by, edited by, photo, image, credit, getty, reuters, foto, quelle, source, updated, published, posted, last updated, last modified, last edited, veröffentlicht, aktualisiert, stand, min read, minute read, minutes read, mins read, view, views, ago',
  ],
  ['tags', ''],
  [
    'ad',
    'advertisement, advertising, sponsored, anzeige, werbung, publicidad, publicidade, publicité, pubblicità, promoted, affiliate, reklama',
  ],
  [
    'votes',
    'like, likes, upvote, upvotes, vote, votes, helpful, karma, points, joined, posts, messages, member, reputation, badge, badges, report, quote, flag, solved, accepted, asked, answered, viewed, rank, level',
  ],
  [
    'refs',
    'references, notes, external links, further reading, bibliography, sources, citations, footnotes, literatur, einzelnachweise, quellen, referencias, références',
  ],
  ['date', ''],
  ['price', ''],
  ['talk', 'ago, joined, post, posts, post:, posts:, replied, wrote, said, answered, asked'],
];
const STARTS =
  'tag, tags, filed under, category, categories, topic, topics, schlagw*, kategorie, etiquetas, themen, label, labels, posted in, keywords';
const DATE =
  /\b(\d{1,2}[./-]\d{1,2}[./-]\d{2,4}|\d{4}-\d{2}-\d{2}|(jan|feb|mar|mär|apr|ma[yi]|jun|jul|aug|sep|o[ck]t|nov|de[cz])[a-zä]*\.? \d{1,2},? \d{4}|\d{1,2}\.? (jan|feb|mar|mär|apr|ma[yi]|jun|jul|aug|sep|o[ck]t|nov|de[cz])[a-zä]*\.?,? \d{4}|\d+ (day|hour|minute|month|week|year)s? ago)\b/;
const PRICE = /[$€£¥₹]\s?\d|\d\s?(€|£|zł|kr|usd|eur)(?![a-z])/;
const HEAD_CHARS = 160;

/** Names of the text hint groups, in bit order. */
export const TEXT_HINT_NAMES: readonly string[] = GROUPS.map(([name]) => name);

const bitOf = (name: string): number => 1 << TEXT_HINT_NAMES.indexOf(name);
const TAGS_BIT = bitOf('tags');
const DATE_BIT = bitOf('date');
const PRICE_BIT = bitOf('price');
const anywhere = new PhraseFinder(GROUPS.map(([, phrases]) => phrases));
const atStart = new PhraseFinder([STARTS]);

/** The text hint groups a line belongs to; only its first 160 characters are looked at. */
export function textHintMask(text: string, hasDigits: boolean): number {
  const head = text.slice(0, HEAD_CHARS).toLowerCase();
  let mask = anywhere.find(head);
  if (atStart.find(head, 'start') !== 0) mask |= TAGS_BIT;
  if (!hasDigits) return mask;
  if (DATE.test(head)) mask |= DATE_BIT;
  if (PRICE.test(head)) mask |= PRICE_BIT;
  return mask;
}

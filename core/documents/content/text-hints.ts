/** What short lines of pages say, in the languages most pages are in; each group is one bit. */
const GROUPS: readonly (readonly [name: string, pattern: RegExp])[] = [
  [
    'related',
    /\b(related|you (may|might) (also )?(like|enjoy|be interested)|recommended|read (more|next|also)|see (also|more)|more (from|in|on|about|stories|articles|like|to explore)|popular|trending|latest|most (read|viewed|popular)|recent (posts|articles|news)|don.t miss|up next|similar|also (bought|viewed)|weitere|mehr (zum|zu|aus|von)|auch interessant|das könnte|lesen sie|lies auch|ähnliche|neueste|beliebt|passend|leia (mais|também)|relacionad|te puede|lea también|artículos|articles? (liés|similaires)|à lire|lire aussi|leggi anche|potrebbe|czytaj|zobacz|lees ook|читайте|похожие|관련|関連|相关)/,
  ],
  [
    'share',
    /\b(share|tweet|facebook|twitter|pinterest|whatsapp|linkedin|instagram|youtube|tiktok|follow us|print|e-?mail|copy link|teilen|folge|drucken|compartir|compartilh|partager|condividi|udostępnij|поделиться|공유)\b/,
  ],
  [
    'comment',
    /\b(comments?|repl(y|ies)|leave a|respond|kommentare?|antworten|comentários?|comentarios?|commentaires?|commenti|komentarze|комментари|댓글|评论)\b/,
  ],
  [
    'newsletter',
    /\b(newsletter|subscri|sign up|join (our|the|us)|get (the|our) latest|inbox|email address|your email|abonnieren|anmelden|e-mail-adresse|suscr|inscre|inscri|s.abonner|iscriviti|mailing list|notif)/,
  ],
  [
    'legal',
    /(©|\(c\) ?\d{4}|copyright|all rights reserved|privacy|terms (of|and|&)|cookie|imprint|impressum|datenschutz|agb|disclaimer|trademark|alle rechte|todos los derechos|direitos reservados|tous droits|gdpr|accessibility|do not sell)/,
  ],
  [
    'login',
    /\b(log ?in|sign ?in|log ?out|register|my account|create (an )?account|forgot|password|einloggen|registrieren|konto|iniciar sesión|entrar|se connecter|accedi|wishlist|favou?rites?)\b/,
  ],
  [
    'shop',
    /\b(add to (cart|bag|basket)|buy now|shop now|in stock|out of stock|checkout|free shipping|quantity|sold out|warenkorb|carrito|panier|delivery|returns?|sale|save \d)/,
  ],
  [
    'nav',
    /\b(home|menu|navigation|skip to|back to|next|previous|prev|toggle|close|open|show|view all|see all|load more|learn more|click here|continue reading|startseite|zurück|weiter|search|suche|buscar|filter|sort by|contact( us)?|about( us)?|faq|help|support|careers|sitemap|advertis|kontakt|über uns)\b/,
  ],
  [
    'byline',
    /\b(by|von|por|par|di|written by|posted by|author|about the author|reviewed by|edited by|photo|image|credit|getty|reuters|foto|quelle|source|updated|published|posted|last (updated|modified|edited)|veröffentlicht|aktualisiert|stand|min(ute)?s? read|views?|ago)\b/,
  ],
  [
    'tags',
    /^(tags?|filed under|categor(y|ies)|topics?|schlagw|kategorie|etiquetas|themen|labels?|posted in|keywords)\b/,
  ],
  [
    'ad',
    /\b(advertisement|advertising|sponsored|anzeige|werbung|publicidad|publicidade|publicité|pubblicità|promoted|affiliate|reklama)\b/,
  ],
  [
    'votes',
    /\b(likes?|upvotes?|votes?|helpful|karma|points|joined|posts|messages|member|reputation|badges?|report|quote|flag|solved|accepted|asked|answered|viewed|rank|level)\b/,
  ],
  [
    'refs',
    /\b(references|notes|external links|further reading|bibliography|sources|citations|footnotes|literatur|einzelnachweise|quellen|referencias|références)\b/,
  ],
  [
    'date',
    /\b(\d{1,2}[./-]\d{1,2}[./-]\d{2,4}|\d{4}-\d{2}-\d{2}|(jan|feb|mar|mär|apr|ma[yi]|jun|jul|aug|sep|o[ck]t|nov|de[cz])[a-zä]*\.? \d{1,2},? \d{4}|\d{1,2}\.? (jan|feb|mar|mär|apr|ma[yi]|jun|jul|aug|sep|o[ck]t|nov|de[cz])[a-zä]*\.?,? \d{4}|\d+ (day|hour|minute|month|week|year)s? ago)\b/,
  ],
  ['price', /([$€£¥₹] ?\d|\d ?(€|£|zł|kr|usd|eur)\b)/],
];

/** Names of the text hint groups, in bit order. */
export const TEXT_HINT_NAMES: readonly string[] = GROUPS.map(([name]) => name);

/** The text hint groups a line belongs to; only its first 160 characters are looked at. */
export function textHintMask(text: string): number {
  const head = text.slice(0, 160).toLowerCase();
  let mask = 0;
  for (let bit = 0; bit < GROUPS.length; bit++) {
    if (GROUPS[bit]?.[1].test(head)) mask |= 1 << bit;
  }
  return mask;
}

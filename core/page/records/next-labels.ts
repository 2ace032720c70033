/** Labels of next-page controls, as regular expressions. Labels are matched without digits and punctuation. */
const NEXT = [
  'next|(?:go to )?(?:the )?next (?:page|results|set|items)|next(?: page)? of (?:results|items)|older(?: posts| entries| articles| news| items)?|forward',
  'weiter|nächste(?:r|s)?|nächste (?:meldungen|artikel|beiträge|einträge|anzeigen)|(?:zur |gehe zur )?nächsten?(?: seite| ergebnisse| treffer)|weiter zur nächsten seite|ältere(?: beiträge| artikel| einträge| meldungen)?',
  'suivante?s?|(?:actualités|articles|annonces) suivante?s|(?:aller à la )?page suivante|résultats suivants|articles (?:plus anciens|précédents)',
  'siguientes?(?: (?:noticias|artículos|resultados|entradas|páginas))?|(?:ir a la )?(?:página siguiente|siguiente página)|(?:resultados )?siguientes|próxim[oa]s?|próxima página|entradas (?:más )?antiguas',
  'seguintes?|página seguinte|seguinte página|próximos resultados|avançar|posts (?:mais )?antigos',
  'successiv[oaie]|avanti|pagina successiva|(?:vai alla )?prossim[oa](?: pagina)?|articoli (?:meno recenti|precedenti)',
  'volgende(?: pagina| resultaten)?|oudere berichten',
  'następn[aey](?: strona| wyniki)?|dalej|starsze(?: wpisy)?',
  'следующ(?:ая|ие|ий)(?: страница| результаты)?|дал(?:ее|ьше)|впер[её]д',
  'další(?: stránka| strana| výsledky)?|následující(?: stránka| strana)?|starší příspěvky',
  'nästa(?: sida)?|næste(?: side)?|neste(?: side)?|seuraava(?: sivu)?|következő(?: oldal)?|sonraki(?: sayfa)?|ileri|înainte|pagina următoare|următoarea|επόμενη?(?: σελίδα)?|наступна(?: сторінка)?',
  '次|次へ|次のページ(?:へ)?|次の ?件|下一[页頁]|下[页頁]|后一[页頁]|[后後][页頁]|다음(?: 페이지)?|التالي|الصفحة التالية|הבא|لینک بعدی|बाद में|अगला',
].join('|');

/** Labels of controls that append more records. */
const MORE = [
  '(?:load|show|see|view|display|fetch|get|browse)(?: me)?(?: the)? (?:next(?: page| results| items)?|more(?: \\p{L}+){0,3})|more (?:results|products|items|entries|posts|articles|offers|jobs|listings|events|news|records|stories)',
  '(?:noch )?(?:mehr|weitere)(?: \\p{L}+){0,2} (?:laden|anzeigen|zeigen|ansehen|einblenden)|(?:lade|zeige) (?:mehr|weitere)(?: \\p{L}+){0,2}|(?:mehr|weitere) (?:ergebnisse|produkte|treffer|artikel|angebote|einträge|beiträge|termine|meldungen|stellen)',
  "(?:afficher|charger|voir|montrer)(?: \\p{L}+){0,2} (?:plus|suite|suivants?)(?: d(?:e |['’])\\p{L}+)?|plus de (?:résultats|produits|articles|offres)|voir plus",
  '(?:cargar|ver|mostrar) más(?: \\p{L}+){0,2}|más (?:resultados|productos|artículos|ofertas)',
  '(?:carregar|ver|mostrar|exibir) mais(?: \\p{L}+){0,2}|mais (?:resultados|produtos|artigos)',
  '(?:carica|mostra|vedi|visualizza)(?: \\p{L}+){0,1} (?:altr[oiae]|di più|più)(?: \\p{L}+){0,2}|altri (?:risultati|prodotti|articoli)',
  '(?:laad|toon|bekijk) meer(?: \\p{L}+){0,2}|meer(?: \\p{L}+){0,2} (?:laden|tonen|bekijken)',
  '(?:załaduj|pokaż|wczytaj|zobacz|wyświetl) więcej(?: \\p{L}+){0,2}',
  '(?:показать|загрузить|смотреть|посмотреть) (?:ещ[её]|больше)(?: \\p{L}+){0,2}|(?:показати|завантажити) (?:ще|більше)(?: \\p{L}+){0,2}',
  '(?:načíst|zobrazit|ukázat) (?:více|další)(?: \\p{L}+){0,2}',
  '(?:visa|ladda|läs in) fler(?: \\p{L}+){0,2}|(?:vis|indlæs|last inn) fle(?:re|ir)(?: \\p{L}+){0,2}|(?:näytä|lataa) lisää(?: \\p{L}+){0,2}|daha fazla(?: \\p{L}+)?(?: göster| yükle)|további(?: \\p{L}+)? (?:betöltése|megjelenítése)',
  '(?:もっと|さらに)(?:見る|みる|表示(?:する)?|読み込む)|続きを読み込む|(?:加载|查看|显示|載入|查看|顯示|浏览)?更多(?:结果|商品|内容)?|더 ?(?:보기|불러오기)|(?:عرض|تحميل) المزيد|और (?:देखें|दिखाएं)',
].join('|');

/** Words in the labels of "show more" controls that do not load records. */
const NO_RECORDS =
  /\b(?:less|filters?|options?|details?|infos?|information|text|description|comments?|replies|answers|about|menu|languages?|categories|brands|sizes|colou?rs|tags|photos?|images?|pictures?|videos?|filter|optionen|kommentare|antworten|beschreibung|marken|größen|farben|kategorien|sprachen|bilder|filtres?|commentaires|réponses|marques|filtros|comentarios|comentários|respuestas|respostas|filtri|commenti|risposte|reacties|komentarze)\b|фильтр|комментари|отзыв|ответ|フィルター|コメント|评论|筛选/iu;

const nextLabel = new RegExp(`^(?:${NEXT})$`, 'iu');
const moreLabel = new RegExp(`^(?:${MORE})$`, 'iu');
const nextMark = /^(?:›|»|>|→|≫|⟩|❯|▶|►|⇒|>>|-+>|chevron_right|navigate_next|arrow_forward)$/u;

/** Maximum length of a label, in characters. Longer text is treated as a sentence, not as a label. */
const maxChars = 60;

/** Removes digits, punctuation and bracketed text from a label. */
const wordsOf = (label: string): string =>
  label
    .normalize('NFKC')
    .replace(/[([][^)\]]*[)\]]?/gu, (bracketed) => (/[)\]]$/.test(bracketed) ? ' ' : bracketed))
    .replace(/[^\p{L}\p{M}'’]+/gu, ' ')
    .trim();

/** True for the label of a next-page control, e.g. `Next page »`. */
export const saysNext = (label: string): boolean => label.length <= maxChars && nextLabel.test(wordsOf(label));

/**
 * True for the label of a control that loads more items, e.g. `Show 12 more results`. False if the control reveals
 * text, filters or comments.
 */
export const saysMore = (label: string): boolean => {
  if (label.length > maxChars) return false;
  const words = wordsOf(label);
  return moreLabel.test(words) && !NO_RECORDS.test(words);
};

/**
 * True for the label of a control that shows something other than records, e.g. `Show more related links and videos`.
 */
export const namesOtherParts = (label: string): boolean => NO_RECORDS.test(label);

/** True for a forward arrow such as `»`. */
export const pointsForward = (label: string): boolean => nextMark.test(label.trim());

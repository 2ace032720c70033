const YES =
  /^(?:yes|true|1|ja|oui|sí|si|sì|sim|tak|да|есть|はい|有|あり|有り|可|是|예|있음|가능|jes|ano|kyllä|evet|available|included|vorhanden|inklusive|allowed|erlaubt|x|✓|✔|☑|○|◯)(?![\p{L}\p{N}])/iu;
const NO =
  /^(?:no|false|0|nein|non|não|nao|nie|нет|いいえ|無|なし|無し|不可|否|无|아니요|없음|불가|nej|nei|ne|ei|hayır|none|not (?:available|included|allowed)|nicht|keine?|sin|sem|senza|sans|geen|brak|✗|✘|☒|×)(?![\p{L}\p{N}])/iu;

/** Returns the boolean for "yes" or "no" in several languages. Undefined for any other text. */
export function parseFlag(text: string): boolean | undefined {
  const trimmed = text.trim();
  if (NO.test(trimmed)) return false;
  return YES.test(trimmed) ? true : undefined;
}

const SOLD_OUT =
  /(?<![\p{L}])(?:out[\s-]*of[\s-]*stock|sold[\s-]*out|currently unavailable|(?:temporarily|momentarily)? ?unavailable|not (?:currently )?available|no longer available|not in stock|discontinued|backordered|ausverkauft|nicht (?:mehr )?(?:verfügbar|lieferbar|auf lager|vorrätig)|derzeit nicht|zurzeit nicht|vergriffen|épuisé|en rupture|rupture de stock|indisponible|n['’]est plus disponible|actuellement indisponible|non disponible|agotado|sin stock|sin existencias|no disponible|esaurito|non disponibile|attualmente non|esgotado|indisponível|sem estoque|fora de estoque|uitverkocht|niet (?:meer )?(?:leverbaar|beschikbaar|op voorraad)|wyprzedan|niedostępn|brak w magazynie|chwilowo niedostępny|нет в наличии|нет на складе|распродан|не в наличии|снят с продажи|закончил|vypredan|vyprodán|nie je (?:skladom|na sklade|dostupn)|není skladem|nedostupn|momentálne nedostupn|elfogyott|nincs (?:raktáron|készleten)|nu este (?:în )?(?:stoc|disponibil)|stoc epuizat|indisponibil|utsolgt|slutsåld|slut i lager|tillfälligt slut|tilfældigt udsolgt|udsolgt|ikke på lager|loppu(?:nut|un)|ei (?:saatavilla|varastossa)|tükendi|stokta yok|εξαντλ|outofstock|soldout)|品切れ|在庫切れ|在庫なし|売り切れ|完売|入荷待ち|缺货|缺貨|无货|無貨|售罄|已售完|補貨中|품절|일시품절|(?<![가-힣])매진|판매종료/iu;
const IN_STOCK =
  /(?<![\p{L}])(?:in[\s-]*stock|(?:only|just) \d+ (?:items? |pieces? |units? |copies )?left|nur noch \d+(?: (?:stück|artikel|exemplare?)|(?! \p{L}))|plus que \d+(?: (?:articles?|exemplaires?|pièces?)|(?! \p{L}))|quedan? \d+(?: unidad(?:es)?|(?! \p{L}))|restam? \d+(?: unidades?|(?! \p{L}))|zosta[łl][oay] \d+ szt|осталось \d+ шт|available (?:now|online|for|to|from|in)|^available\b|ready to ship|ships (?:in|within|from)|in den warenkorb|add to (?:your |my |the )?(?:shopping )?(?:cart|bag|basket|trolley)|auf lager|sofort (?:lieferbar|verfügbar)|lieferbar|vorrätig|verfügbar|en stock|disponible|ajouter (?:au|à (?:mon|votre)) panier|mettre (?:au|dans le) panier|en existencia|hay existencias|(?:añadir|agregar) a(?:l|\sla|\smi)? ?(?:carrito|carro|cesta|bolsa)|disponibile|disponibilità immediata|aggiungi al(?:la)? (?:carrello|borsa)|em estoque|disponível|adicionar (?:ao carrinho|à sacola)|op voorraad|leverbaar|morgen in huis|(?:in|aan) (?:mijn )?winkel(?:wagen|mand(?:je)?)|dostępn|w magazynie|na stanie|do koszyka|v košarico|u košaricu|do košíka|do košíku|u korpu|в наличии|есть на складе|в корзину|купить|skladom|skladem|na sklade|raktáron|készleten|kosárba|în stoc|în coș|adaugă în coș|på lager|i lager|varastossa|saatavilla|stokta|sepete ekle|instock|limitedavailability|onlineonly|preorder|instoreonly|buy it now|buy now|jetzt kaufen|sofort-kaufen|acheter|comprar|acquista|lägg (?:till )?i (?:varukorg|kundvagn)(?:en)?|köp nu|læg i (?:indkøbs)?kurv(?:en)?|(?:tilføj til|føj til) (?:indkøbs)?kurv(?:en)?|legg i (?:handle)?(?:kurv|vogn)(?:en)?|kjøp nå|lisää (?:ostos)?koriin|kup teraz|(?:προσθήκη|προσθέστε) στο καλάθι|до кошика|в кошик|купити|добави в количката|į krepšelį|(?:ielikt|pievienot) groz(?:ā|am)|lisa (?:ostu)?korvi|thêm vào giỏ)|買い物かごに入れる|購入する|أضف (?:إلى|الى) (?:السلة|عربة)|הוס(?:ף|פה) לסל|(?:เพิ่มลง|หยิบใส่)(?:ตะกร้า|รถเข็น)|在庫あり|在庫有り|(?:残り|仅剩|僅剩)\d+(?:点|件)|カートに入れる|有货|有貨|现货|現貨|加入购物车|加入購物車|재고 ?있음|장바구니|구매하기/iu;

/** Phrases in which "available" refers to a date (e.g. a move-in date), not to stock. */
const AVAILABLE_FROM =
  /(?:available|verfügbar|disponible|disponível|disponibile|beschikbaar|dostępn[ey]|доступн\w+)\s+(?:from|ab|à partir|desde|a partir|da[li]?|vanaf|per|od|с)(?![\p{L}])/iu;

/** Returns true for text that means in stock, false for text that means sold out, and undefined for any other text. */
export function parseStock(text: string): boolean | undefined {
  if (SOLD_OUT.test(text)) return false;
  return IN_STOCK.test(text) && !AVAILABLE_FROM.test(text) ? true : undefined;
}

/** True for the label of a buy button. Inside longer text, the same words do not mean that a product is in stock. */
export const isBuyLabel = (label: string): boolean =>
  /^(?:buy|order(?: now)?|kaufen|bestellen|jetzt bestellen|commander|acheter|comprar|pedir|acquista|ordina|bestel(?: nu)?|koop(?: nu)?|kup|zamów|köp|beställ|køb|bestil|kjøp|bestill|osta|tilaa|koupit|objednat|купить|заказать|注文する|購入|购买|구매)$/iu.test(
    label.trim(),
  );

/** True for text that means sold out. */
export const saysSoldOut = (text: string): boolean => SOLD_OUT.test(text);

/** True for text that means in stock. */
export const saysInStock = (text: string): boolean => parseStock(text) === true;

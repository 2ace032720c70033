/** A page with a list, and a control that leads to the next page or seems to do so. */
export interface NextPageCase {
  readonly name: string;
  readonly url: string;
  readonly body: string;
  readonly head?: string;
  readonly kind?: 'link' | 'button' | 'scroll';
  /** URL of the next page if the control is a link. */
  readonly next?: string;
  /** `data-test-id` of a next-page control that is not a link. */
  readonly control?: string;
}

const cards = (count = 6): string =>
  `<main><ul class="products">${Array.from({ length: count }, (_, n) => `<li><h3><a href="/p/${n}">Kettle ${n}</a></h3><p>${n},90 €</p></li>`).join('')}</ul>`;
const page = (name: string, url: string, controls: string, next: string): NextPageCase => ({
  name,
  url,
  kind: 'link',
  next,
  body: `${cards()}${controls}</main>`,
});
const button = (name: string, controls: string, more: Partial<NextPageCase> = {}): NextPageCase => ({
  name,
  url: 'https://shop.example/kettles',
  kind: 'button',
  control: 'it',
  body: `${cards()}${controls}</main>`,
  ...more,
});
const trap = (name: string, controls: string, url = 'https://shop.example/kettles'): NextPageCase => ({
  name,
  url,
  body: `${cards()}${controls}</main>`,
});

/** Controls that lead to the next page. */
export const controls: readonly NextPageCase[] = [
  page(
    'a pager link to other parameters of the same path',
    'https://library.example/events?t=day',
    '<ul class="pager"><li class="disabled"><span>« Previous</span></li><li><a href="?page=2&amp;cid=-1&amp;view=list">Next »</a></li></ul>',
    'https://library.example/events?page=2&cid=-1&view=list',
  ),
  page(
    'a Spanish link to the next news',
    'https://diario.example/espana/',
    '<nav aria-label="Paginación"><a class="btn" href="/espana/2/">Siguientes noticias</a></nav>',
    'https://diario.example/espana/2/',
  ),
  page(
    'rel=next in a pager',
    'https://shop.example/kettles',
    '<nav class="pagination"><a href="?page=2" rel="next">Next</a></nav>',
    'https://shop.example/kettles?page=2',
  ),
  page(
    'rel=next with a bare label and a cursor',
    'https://news.example/newest',
    '<a class="more" rel="next" href="/newest?next=47296143&amp;n=31">More</a>',
    'https://news.example/newest?next=47296143&n=31',
  ),
  page(
    'rel=next that changes several parts of the query',
    'https://jobs.example/search?q=nurse',
    '<a rel="next" href="/search?q=nurse&amp;k=eyJhIjoxfQ&amp;v=2&amp;d=f">On</a>',
    'https://jobs.example/search?q=nurse&k=eyJhIjoxfQ&v=2&d=f',
  ),
  page(
    'a pager in a calendar of events',
    'https://library.example/events',
    '<section class="calendar calendar--upcoming"><nav><ul><li><a href="?page=0">1</a><li><a href="?page=1">2</a><li><a href="?page=2">3</a><li><a href="?page=1" rel="next">Next ›</a></ul></nav></section>',
    'https://library.example/events?page=1',
  ),
  page(
    'a pager without numbers in a calendar of events',
    'https://town.example/events?page=3',
    '<div id="event-kalender"><ul class="pager"><li>Page 4</li><li><a href="?page=4" rel="next">Next ›</a></li></ul></div>',
    'https://town.example/events?page=4',
  ),
  page(
    'English, by path',
    'https://blog.example/news/page/3',
    '<div class="nav-links"><a href="/news/page/2">Newer posts</a><a href="/news/page/4">Older posts</a></div>',
    'https://blog.example/news/page/4',
  ),
  page(
    'German',
    'https://laden.example/kessel?seite=2',
    '<p><a href="?seite=1">Zurück</a> <a href="?seite=3">Nächste Seite »</a></p>',
    'https://laden.example/kessel?seite=3',
  ),
  page(
    'French',
    'https://boutique.example/bouilloires',
    '<ul><li><a href="/bouilloires?p=2">Page suivante</a></li></ul>',
    'https://boutique.example/bouilloires?p=2',
  ),
  page(
    'Spanish',
    'https://tienda.example/lista/',
    '<a class="n" href="/lista/pagina/2/">Siguiente</a>',
    'https://tienda.example/lista/pagina/2/',
  ),
  page(
    'Italian',
    'https://negozio.example/elenco.html',
    '<a href="elenco-2.html">Avanti</a>',
    'https://negozio.example/elenco-2.html',
  ),
  page(
    'Portuguese',
    'https://loja.example/l?offset=24',
    '<a href="/l?offset=0">Anterior</a><a href="/l?offset=48">Próxima página</a>',
    'https://loja.example/l?offset=48',
  ),
  page(
    'Dutch',
    'https://winkel.example/ketels',
    '<a href="/ketels/2" aria-label="Volgende pagina"><svg></svg></a>',
    'https://winkel.example/ketels/2',
  ),
  page(
    'Polish',
    'https://sklep.example/czajniki?strona=4',
    '<a href="?strona=5">Następna strona</a>',
    'https://sklep.example/czajniki?strona=5',
  ),
  page(
    'Russian',
    'https://magazin.example/list?page=1',
    '<a href="/list?page=2">Следующая →</a>',
    'https://magazin.example/list?page=2',
  ),
  page(
    'Japanese',
    'https://mise.example/list',
    '<a href="/list?page=2">次の20件</a>',
    'https://mise.example/list?page=2',
  ),
  page(
    'Chinese',
    'https://dian.example/list_1.html',
    '<a href="list_2.html">下一页</a>',
    'https://dian.example/list_2.html',
  ),
  page(
    'Korean',
    'https://sangjeom.example/list?pageNo=9',
    '<a href="?pageNo=10">다음 페이지</a>',
    'https://sangjeom.example/list?pageNo=10',
  ),
  page(
    'Czech',
    'https://obchod.example/konvice/',
    '<a href="/konvice/strana-2/">Další strana</a>',
    'https://obchod.example/konvice/strana-2/',
  ),
  page(
    'numbers alone: the one after the present',
    'https://shop.example/kettles?page=2',
    '<div class="pages"><a href="?page=1">1</a> <strong>2</strong> <a href="?page=3">3</a> <a href="?page=4">4</a> <a href="?page=9">9</a></div>',
    'https://shop.example/kettles?page=3',
  ),
  page(
    'numbers with aria-current and addresses that tell nothing',
    'https://shop.example/a8f3',
    '<nav aria-label="Pagination"><a aria-current="page" href="/a8f3">1</a><a href="/b77c">2</a><a href="/c1d0">3</a></nav>',
    'https://shop.example/b77c',
  ),
  page(
    'marks, with the last page beside the next',
    'https://shop.example/kettles?p=3',
    '<ul class="pager"><li><a href="?p=2">‹</a></li><li><a href="?p=4">›</a></li><li><a href="?p=40">»</a></li></ul>',
    'https://shop.example/kettles?p=4',
  ),
  page(
    'a cursor',
    'https://api.example/items?limit=20',
    '<a href="/items?limit=20&after=eyJpZCI6MjB9">Next</a>',
    'https://api.example/items?limit=20&after=eyJpZCI6MjB9',
  ),
  page(
    'a base address',
    'https://shop.example/a/list',
    '<a href="list?page=2">Next</a>',
    'https://shop.example/a/list?page=2',
  ),
  page(
    'a button with an address',
    'https://shop.example/kettles',
    '<a class="btn load-more" href="/kettles?page=2">Load more</a>',
    'https://shop.example/kettles?page=2',
  ),
  page(
    'an icon whose class says next',
    'https://shop.example/kettles',
    '<nav class="pagination"><a class="next" href="?page=2"><svg></svg></a></nav>',
    'https://shop.example/kettles?page=2',
  ),
  {
    name: 'only the head names it',
    url: 'https://shop.example/kettles?page=5',
    head: '<link rel="next" href="/kettles?page=6">',
    body: `${cards()}</main>`,
    kind: 'link',
    next: 'https://shop.example/kettles?page=6',
  },
  button('a button of a script', '<div class="pagination"><button data-test-id="it">Next</button></div>'),
  button(
    'a link with # in a pager',
    '<ul class="pagination"><li class="active"><a href="#">1</a></li><li><a href="#">2</a></li><li><a data-test-id="it" href="#">Next</a></li></ul>',
  ),
  button(
    'numbered buttons',
    '<div role="navigation" class="pager"><button class="current">1</button><button data-test-id="it">2</button><button>3</button></div>',
  ),
  button('load more', '<button data-test-id="it" class="btn">Load more products (42)</button>'),
  button('load more in German', '<div><button data-test-id="it">Weitere 24 Ergebnisse anzeigen</button></div>'),
  button('load more in French', '<div><span role="button" data-test-id="it">Afficher plus de produits</span></div>'),
  button('load more in Japanese', '<button data-test-id="it">もっと見る</button>'),
  button('load more in Russian', '<button data-test-id="it">Показать ещё</button>'),
  button('load more in Spanish', '<a href="javascript:void(0)" data-test-id="it">Cargar más</a>'),
  {
    name: 'a list that grows',
    url: 'https://shop.example/kettles',
    body: `${cards()}<div class="infinite-scroll-loader" data-test-id="it"></div></main>`,
    kind: 'scroll',
    control: 'it',
  },
];

/** Controls that resemble a next-page control but lead elsewhere. */
export const traps: readonly NextPageCase[] = [
  trap(
    'the label of a menu switch',
    '<label for="menu" role="button" aria-label="Toggle menu"><span>Show more</span></label>',
  ),
  trap(
    'a button for more videos',
    '<div><button aria-label="Show more related links and videos">Show more</button></div>',
  ),
  trap(
    'a rating scale',
    '<div class="rating-section"><p>How would you rate this list?</p><div><a id="rating-1" class="rating" href="#"><b>1</b></a><a id="rating-2" class="rating" href="#"><b>2</b></a><a id="rating-3" class="rating" href="#"><b>3</b></a></div></div>',
  ),
  trap('a carousel', '<div class="carousel"><button>Next</button><a href="?page=2">Next</a></div>'),
  trap(
    'pictures of a slider',
    '<div class="swiper-nav pagination"><a href="#1">1</a><a href="#2">2</a><a class="swiper-button-next" href="#">Next</a></div>',
  ),
  trap(
    'a calendar',
    `<table class="calendar"><tr>${Array.from({ length: 31 }, (_, d) => `<td><a href="?day=${d + 1}">${d + 1}</a></td>`).join('')}</tr></table><div class="calendar-head"><a href="?month=12">Next</a></div>`,
  ),
  trap(
    'the next month of a calendar, marked rel=next',
    '<div class="calendar"><h2>May</h2><a rel="next" href="?month=6">June</a><table><tr><td>1<td>2<td>3</table></div>',
  ),
  trap(
    'the next month',
    '<nav class="pagination"><a href="/events/2026/12">Next month</a></nav>',
    'https://town.example/events/2026/11',
  ),
  trap(
    'the next post',
    '<nav class="post-navigation nav-links"><a rel="next" href="/2026/other-post">Next: How to descale</a></nav>',
    'https://blog.example/2026/this-post',
  ),
  trap(
    'the next post without a class',
    '<ul class="pager"><li class="next"><a href="/2026/other-post" rel="next">Next</a></li></ul>',
    'https://blog.example/2026/this-post',
  ),
  trap(
    'the next chapter',
    '<nav class="pagination"><a rel="next" href="/book/chapter-3">Next</a></nav>',
    'https://book.example/book/chapter-2',
  ),
  trap('the next product', '<a href="/item/1002">Next</a>', 'https://shop.example/item/1001'),
  trap(
    'the last page: switched off',
    '<ul class="pagination"><li><a href="?page=8">8</a></li><li class="active"><a href="?page=9">9</a></li><li class="disabled"><a href="?page=10">Next</a></li></ul>',
    'https://shop.example/kettles?page=9',
  ),
  trap(
    'a button that is switched off',
    '<div class="pagination"><button disabled>Next</button><button aria-disabled="true">2</button></div>',
  ),
  trap(
    'a control that is not shown',
    '<div class="pagination" style="display: none"><a href="?page=2" rel="next">Next</a></div>',
  ),
  trap(
    'the steps of a form',
    '<form method="post" action="/checkout"><input name="mail" type="email"><button>Next</button></form>',
  ),
  trap('more text', '<p>A long text … <a href="#">Read more</a></p><a href="#">Show more details</a>'),
  trap(
    'more filters',
    '<ul><li>Red</li><li>Blue</li><li>Green</li></ul><button>Show more colours</button><button>Show more filters</button>',
  ),
  trap('more comments', '<button>Load more comments</button>'),
  trap(
    'one in each record',
    '<ul><li><button>Show more</button></li><li><button>Show more</button></li><li><button>Show more</button></li></ul>',
  ),
  trap('another site', '<nav class="pagination"><a rel="next" href="https://ads.example/?page=2">Next</a></nav>'),
  trap(
    'the page before',
    '<nav class="pagination"><a href="?page=1">1</a><a href="?page=2">2</a><strong>3</strong></nav>',
    'https://shop.example/kettles?page=3',
  ),
  trap('votes', '<div class="rating">Your vote: <button>1</button><button>2</button><button>3</button></div>'),
  trap('opening hours that unfold', '<button aria-expanded="false">Show more</button>'),
];

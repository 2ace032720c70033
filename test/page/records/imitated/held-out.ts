// cspell:disable
import { click, each, filters, grouped, type ImitatedSite, looks, make, of, page, sortMenu } from './site-kit';

const towns = ['Leeds', 'Bristol', 'York', 'Cardiff'];

function restaurants(): ImitatedSite {
  const c = looks('emotion', 201);
  const rows = make(10, (i) => ({
    'title|name': [
      `${of(['Fern & Fork', 'Salt House', 'Casa Lima', 'Noodle Bar'], i)} ${of(towns, i)}`,
      `${i + 1}. ${of(['Fern & Fork', 'Salt House', 'Casa Lima', 'Noodle Bar'], i)} ${of(towns, i)}`,
    ],
    'rating|stars': [3.5 + (i % 4) * 0.5, `${3.5 + (i % 4) * 0.5} star rating`, `${3.5 + (i % 4) * 0.5}`],
    'reviews|review count': [`(${grouped(120 + i * 431, ',')} reviews)`, 120 + i * 431],
    'categories|tags|category': [`${of(['Italian', 'Seafood', 'Peruvian'], i)}, ${of(['Bars', 'Cafes'], i)}`],
    'price|price range': of(['$$', '$', '$$$'], i),
    'neighborhood|area|location|place': of(['Harbour', 'Old Town', 'Station'], i),
    'text|snippet|review|description': `“The ${of(['pasta', 'plaice', 'ceviche'], i)} was worth the wait on visit ${i + 1}, and the staff were kind.” more`,
    'link|url': `/biz/place-${i}?osq=Restaurants`,
    image: `/bphoto/${i}a/ls.jpg`,
  }));
  return {
    name: 'restaurants',
    path: '/search?find_desc=Restaurants',
    language: 'en',
    rows,
    wanted: ['title|name', 'rating|stars', 'reviews|review count', 'price|price range', 'link|url', 'image'],
    html: page(
      'en',
      'Best restaurants',
      `<main${c('m')}>${filters(['Price', 'Category'])}<ul${c('ul')}><li${c('li')}><h2${c('h')}>Sponsored Results</h2></li>${each(
        make(2, (i) => i),
        (i) =>
          `<li${c('li')}><div data-testid="serp-ia-card"${c('card')}><a href="/adredir?${i}"><img src="/ad${i}.jpg"></a><h3><a href="/adredir?${i}">Ad place ${i}</a></h3><span>Ad</span></div></li>`,
      )}<li${c('li')}><h2${c('h')}>All “Restaurants” results</h2></li>${each(rows, (row, i) => `<li${c('li')}><div data-testid="serp-ia-card" class="${c('card').slice(8, -1)} hoverable" data-r><div${c('im')}><a href="${row['link|url']}" target="_blank"><img${c('i')} src="${row.image}" alt="${row['title|name'][0]}" loading="lazy" draggable="true"></a></div><div${c('bd')}><div${c('tt')}><h3${c('h3')}><span data-font-weight="semibold">${i + 1}<!-- -->.&nbsp;<a${c('a')} href="${row['link|url']}"${click(i)} name="x" rel="">${of(['Fern &amp; Fork', 'Salt House', 'Casa Lima', 'Noodle Bar'], i)} ${of(towns, i)}</a></span></h3></div><div${c('rt')}><div aria-label="${3.5 + (i % 4) * 0.5} star rating" role="img"${c('st')}><svg></svg></div><span data-font-weight="semibold">${3.5 + (i % 4) * 0.5}</span> <span${c('rv')}>${row['reviews|review count'][0]}</span></div><p${c('ct')}><span${c('cc')}>${each([of(['Italian', 'Seafood', 'Peruvian'], i), of(['Bars', 'Cafes'], i)], (tag) => `<button><span>${tag}</span></button>`)}</span><span${c('pr')}>${row['price|price range']}</span><span${c('nb')}>${row['neighborhood|area|location|place']}</span></p><p${c('sn')}>“The ${of(['pasta', 'plaice', 'ceviche'], i)} was worth the wait on visit ${i + 1}, and the staff were kind.” <a href="${row['link|url']}&amp;hrid=1">more</a></p></div></div></li>`)}</ul><div role="navigation" aria-label="Pagination navigation"><div><span aria-current="true">1</span></div><div><a href="/search?find_desc=Restaurants&amp;start=10" aria-label="Page: 2">2</a></div><div><a href="/search?find_desc=Restaurants&amp;start=20" aria-label="Page: 3">3</a></div><div><a href="/search?find_desc=Restaurants&amp;start=10" aria-label="Next" data-n><span></span></a></div></div></main>`,
    ),
  };
}

function episodes(): ImitatedSite {
  const c = looks('modules', 202);
  const rows = make(12, (i) => ({
    'title|name|episode': `${of(['The Ferryman', 'A Town of Clocks', 'Letters Home', 'Low Tide'], i)}, Part ${i + 1}`,
    'date|published|posted': [`2026-02-${10 + i}`, `${10 + i} Feb`, `2026-02-${10 + i}T00:00:00.000Z`],
    'description|text|summary': `We travel to ${of(towns, i)} to find out who kept the ledger of ${1900 + i * 3} and why nobody asked.`,
    'duration|length|time': [`${31 + i} min`, 31 + i],
    'link|url': `/podcast/id10${i}?i=1000${i}`,
  }));
  return {
    name: 'episodes of a podcast',
    language: 'en',
    rows,
    wanted: [
      'title|name|episode',
      'date|published|posted',
      'description|text|summary',
      'duration|length|time',
      'link|url',
    ],
    html: page(
      'en',
      'Episodes',
      `<div${c('w')}><h2>Episodes</h2>${sortMenu(['Newest', 'Oldest'])}<ol${c('ol')}>${each(rows, (row, i) => `<li${c('li')}><div${c('ep')} data-testid="episode-wrapper" data-r><div${c('dt')}><p data-testid="episode-eyebrow"><time datetime="2026-02-${10 + i}T00:00:00.000Z">${10 + i} Feb</time></p></div><a${c('a')} href="${row['link|url']}" data-testid="episode-link"><h3${c('h3')} data-testid="episode-lockup-title"${click(i, 3)}>${row['title|name|episode']}</h3><p${c('p')} data-testid="episode-content__summary">${row['description|text|summary']}</p></a><div${c('ac')}><button aria-label="Play"><svg></svg></button><span data-testid="episode-duration">${row['duration|length|time'][0]}</span><button aria-label="More"><svg></svg></button></div></div></li>`)}</ol><button${c('more')} data-n>See All (148)</button></div>`,
    ),
  };
}

function courses(): ImitatedSite {
  const c = looks('emotion', 203);
  const rows = make(12, (i) => ({
    'title|name': `${of(['Data Wrangling', 'Ceramic Chemistry', 'Project Planning'], i)} with ${of(['Python', 'Practice', 'Purpose'], i)} ${i + 1}`,
    'partner|school|provider|university': of(['Fern University', 'Northern College', 'Loom Inc.'], i),
    'skills|skills gained': `Skills you'll gain: ${of(['Statistics', 'Glazing', 'Scheduling'], i)}, ${of(['Plotting', 'Kilns', 'Budgeting'], i)}`,
    'rating|stars': [4.1 + (i % 8) / 10, (4.1 + (i % 8) / 10).toFixed(1)],
    'reviews|rating count': [`${i + 2}.${i % 10}K reviews`, (i + 2) * 1000 + (i % 10) * 100],
    'level|details|metadata': `${of(['Beginner', 'Intermediate'], i)} · Course · ${of(['1-3 Months', '1-4 Weeks'], i)}`,
    'link|url': `/learn/course-${i}`,
    image: `/api/utilities/v1/imageproxy/${i}.png`,
  }));
  return {
    name: 'courses',
    path: '/courses',
    language: 'en',
    rows,
    wanted: [
      'title|name',
      'partner|school|provider|university',
      'rating|stars',
      'reviews|rating count',
      'level|details|metadata',
      'link|url',
      'image',
    ],
    html: page(
      'en',
      'Courses',
      `${filters(['Subject', 'Level'])}<div><ul class="${c('ul').slice(8, -1)}">${each(rows, (row, i) => `<li${c('li')}><div data-testid="product-card-cds" class="${c('card').slice(8, -1)}" data-r><div class="cds-ProductCard-base cds-ProductCard-grid ${c('b').slice(8, -1)}"><div class="cds-ProductCard-imageOverlay"><div class="cds-CommonCard-previewImage"><img src="${row.image}" alt=""></div></div><div class="cds-ProductCard-content"><div class="cds-ProductCard-header"><div class="cds-ProductCard-partners"><div class="cds-ProductCard-partnerLogos"><img src="/logo${i % 3}.png" alt=""></div><p class="cds-ProductCard-partnerNames ${c('pn').slice(8, -1)}" title="${row['partner|school|provider|university']}">${row['partner|school|provider|university']}</p></div><div class="cds-CommonCard-titleWrapper"><a href="${row['link|url']}" class="cds-119 cds-CommonCard-titleLink" aria-label="${row['title|name']} course by ${row['partner|school|provider|university']}"><h3 class="cds-CommonCard-title ${c('t').slice(8, -1)}"${click(i)}>${row['title|name']}</h3></a></div></div><div class="cds-ProductCard-body"><div class="cds-CommonCard-bodyContent"><p class="${c('sk').slice(8, -1)}"><b>Skills you'll gain</b>: ${of(['Statistics', 'Glazing', 'Scheduling'], i)}, ${of(['Plotting', 'Kilns', 'Budgeting'], i)}</p></div></div><div class="cds-ProductCard-footer"><div class="cds-CommonCard-ratings"><div aria-label="Rating, ${row['rating|stars'][1]} out of 5 stars" role="group" class="cds-RatingStat-sizeLabel"><span aria-hidden="true" class="${c('r').slice(8, -1)}">${row['rating|stars'][1]}</span></div><div class="${c('rv').slice(8, -1)}">${row['reviews|rating count'][0]}</div></div><div class="cds-CommonCard-metadata"><p class="${c('md').slice(8, -1)}">${row['level|details|metadata']}</p></div></div></div></div></div></li>`)}</ul></div><nav aria-label="Pagination"><ul><li><button aria-label="Page 1" aria-current="true">1</button></li><li><button aria-label="Go to page 2">2</button></li><li><button aria-label="Go to page 3">3</button></li><li><button aria-label="Go to next page" data-n><svg></svg></button></li></ul></nav>`,
    ),
  };
}

function coins(): ImitatedSite {
  const c = looks('styled', 204);
  const rows = make(15, (i) => ({
    '#|rank': [i + 1],
    'name|title': [
      `${of(['Fernium', 'Kilncoin', 'Loomcash', 'Anvil'], i)} ${i}`,
      `${of(['Fernium', 'Kilncoin', 'Loomcash', 'Anvil'], i)} ${i}${of(['FRN', 'KLN', 'LMC', 'ANV'], i)}${i}`,
    ],
    'symbol|ticker|name 2': `${of(['FRN', 'KLN', 'LMC', 'ANV'], i)}${i}`,
    price: 64210.5 - i * 3900.25,
    '1h %': `${(i % 5) * 0.3}%`,
    '24h %|24h': [`${((i % 7) * 0.41 + 0.1).toFixed(2)}%`, Number(((i % 7) * 0.41 + 0.1).toFixed(2))],
    'market cap': [`$${grouped(900000000 - i * 31000000, ',')}`, 900000000 - i * 31000000],
    'link|url': `/currencies/coin-${i}/`,
    'image|logo': `/static/img/coins/64x64/${i}.png`,
  }));
  return {
    name: 'prices of coins',
    path: '/',
    language: 'en',
    rows,
    hasHeaders: true,
    wanted: ['name|title', 'price', '24h %|24h', 'market cap', 'link|url'],
    html: page(
      'en',
      'Coins',
      `<div class="tableWrapper"><table class="${c('t').slice(8, -1)} cmc-table"><thead><tr><th></th><th class="stickyTop"><div><p><span>#</span></p></div></th><th class="stickyTop"><p>Name</p></th><th class="stickyTop"><div role="button"><p>Price</p></div></th><th class="stickyTop"><div role="button"><p>24h %</p></div></th><th class="stickyTop"><div role="button"><p>Market Cap</p><button aria-label="info"><svg></svg></button></div></th><th class="stickyTop"><p>Last 7 Days</p></th></tr></thead><tbody>${each(rows, (row, i) => `<tr style="cursor:pointer" data-r><td><span class="icon-Star"></span></td><td style="text-align:start"><p${c('n')}>${i + 1}</p></td><td style="text-align:start"><div${c('cl')}><a href="${row['link|url']}" class="cmc-link"><div${c('fl')}><img class="coin-logo" src="${row['image|logo']}" loading="lazy" alt="${row['symbol|ticker|name 2']} logo"><div${c('nm')}><div><p${c('np')} font-weight="semibold"${click(i, 5)}>${of(['Fernium', 'Kilncoin', 'Loomcash', 'Anvil'], i)} ${i}</p><div${c('sy')}><p class="coin-item-symbol">${row['symbol|ticker|name 2']}</p></div></div></div></div></a></div></td><td style="text-align:end"><div${c('pr')}><span>$${(64210.5 - i * 3900.25).toFixed(2).replace(/\B(?=(?:\d{3})+\.)/g, ',')}</span></div></td><td style="text-align:end"><span${c('ch')}><span class="icon-Caret-up"></span>${row['24h %|24h'][0]}</span></td><td style="text-align:end"><p${c('mc')}><span>${row['market cap'][0]}</span></p></td><td><a href="${row['link|url']}#markets"><img src="/sparkline/${i}.svg" alt="7d-price-graph" class="isUp"></a></td></tr>`)}</tbody></table></div><div class="main-pagination"><ul class="pagination"><li class="previous disabled"><a tabindex="-1" role="button" aria-disabled="true">‹</a></li><li class="page active"><a role="button" href="/?page=1" aria-current="page">1</a></li><li class="page"><a role="button" href="/?page=2">2</a></li><li class="page"><a role="button" href="/?page=3">3</a></li><li class="next"><a role="button" href="/?page=2" rel="next" aria-label="Next page" data-n><svg></svg></a></li></ul></div>`,
    ),
  };
}

function tenders(): ImitatedSite {
  const rows = make(14, (i) => ({
    'veröffentlicht|date': [`2026-03-${10 + i}`, `${10 + i}.03.2026`],
    'frist|abgabefrist|deadline': [`2026-04-${10 + i}T12:00:00`, `${10 + i}.04.2026 12:00`, `2026-04-${10 + i}`],
    'kurzbezeichnung|title|bezeichnung': `${of(['Reinigung der Schulen', 'Neubau Radweg', 'Lieferung von Streusalz'], i)} Los ${i + 1}`,
    'typ|type': of(['Ausschreibung', 'Beabsichtigte Ausschreibung'], i),
    'vergabestelle|authority': of(['Stadt Celle', 'Landkreis Harz', 'Bezirksamt Mitte'], i),
    'link|url': `/NetServer/PublicationControllerServlet?id=54321-${i}`,
  }));
  return {
    name: 'public tenders',
    path: '/NetServer/notices?page=1',
    language: 'de',
    rows,
    hasHeaders: true,
    wanted: [
      'kurzbezeichnung|title|bezeichnung',
      'veröffentlicht|date',
      'frist|abgabefrist|deadline',
      'vergabestelle|authority',
      'link|url',
    ],
    html: page(
      'de',
      'Ausschreibungen',
      `<div class="container"><h2>Aktuelle Ausschreibungen</h2>${sortMenu(['Frist', 'Datum'])}<div class="table-responsive"><table class="table table-responsive table-hover table-borderless tableHighlight"><thead><tr><th class="tableSort"><a href="?sort=pub">Veröffentlicht <i class="fa fa-sort"></i></a></th><th class="tableSort"><a href="?sort=frist">Abgabefrist</a></th><th class="tableSort"><a href="?sort=name">Kurzbezeichnung</a></th><th>Typ</th><th>Vergabestelle</th><th><span class="sr-only">Aktion</span></th></tr></thead><tbody>${each(rows, (row, i) => `<tr class="tableRow clickable-row publicationDetail" data-oid="54321-${i}" data-category="InvitationToTender" data-r><td>${10 + i}.03.2026</td><td><abbr title="Mitteleuropäische Zeit">${10 + i}.04.2026 12:00</abbr></td><td class="tender"${click(i)}>${row['kurzbezeichnung|title|bezeichnung']}</td><td class="tenderType">${row['typ|type']}</td><td class="tenderAuthority">${row['vergabestelle|authority']}</td><td><a href="${row['link|url']}" title="Details anzeigen"><i class="fa fa-info"></i></a></td></tr>`)}</tbody></table></div><nav><ul class="pagination"><li class="page-item active"><a class="page-link" href="#">1</a></li><li class="page-item"><a class="page-link" href="/NetServer/notices?page=2">2</a></li><li class="page-item"><a class="page-link" href="/NetServer/notices?page=3">3</a></li><li class="page-item"><a class="page-link" href="/NetServer/notices?page=2" aria-label="Weiter" data-n><span aria-hidden="true">»</span></a></li></ul></nav></div>`,
    ),
  };
}

function booksInChina(): ImitatedSite {
  const rows = make(12, (i) => ({
    'title|name': `${of(['长河落日', '窑火', '织机与星'], i)}（第${i + 1}卷）`,
    price: 28.5 + i * 3,
    'old price|original price': 45 + i * 3,
    discount: undefined,
    'reviews|review count': [`${120 + i * 57}条评论`, 120 + i * 57],
    'author|作者': of(['陈山', '李河', '周星'], i),
    'date|出版日期|published': [`2025-0${(i % 9) + 1}-01`, `/2025-0${(i % 9) + 1}-01`],
    'publisher|出版社': of(['人民出版社', '东方出版社'], i),
    'description|detail|text': `这是一部关于${of(['长河', '窑火', '织机'], i)}的小说，讲述了第${i + 1}代人的故事。`,
    'link|url': `/product/2900${i}.html`,
    image: `/img/2900${i}_b.jpg`,
  }));
  return {
    name: 'books in China',
    path: '/search?key=小说',
    language: 'zh',
    rows,
    wanted: ['title|name', 'price', 'old price|original price', 'author|作者', 'publisher|出版社', 'link|url', 'image'],
    html: page(
      'zh-CN',
      '小说',
      `<div class="con shop_list"><div id="search_nature_rg"><ul class="bigimg" id="component_59">${each(rows, (row, i) => `<li ddt-pit="${i + 1}" class="line${i + 1}" id="p2900${i}" sku="2900${i}" data-r><a title="${row['title|name']} 精装" class="pic" href="${row['link|url']}" target="_blank"><img src="${i > 3 ? '/images/model/guan/url_none.png' : row.image}"${i > 3 ? ` data-original="${row.image}"` : ''} alt="${row['title|name']}"></a><p class="name"><a title="${row['title|name']} 精装" href="${row['link|url']}" target="_blank"${click(i)}>${row['title|name']}</a></p><p class="detail">${row['description|detail|text']}</p><p class="price"><span class="search_now_price">&yen;${row.price.toFixed(2)}</span><a class="search_discount" style="text-decoration:none;">定价：</a><span class="search_pre_price">&yen;${row['old price|original price'].toFixed(2)}</span><span class="search_discount">&nbsp;(6.${i % 10}折) </span></p><p class="search_star_line"><span class="search_star_black"><span style="width: 9${i % 10}%;"></span></span><a href="${row['link|url']}#comment" class="search_comment_num">${row['reviews|review count'][0]}</a></p><p class="search_book_author"><span><a href="/search?key2=${i}" title="${row['author|作者']} 著">${row['author|作者']}</a> 著</span><span> /2025-0${(i % 9) + 1}-01</span><span> /<a href="/search?key3=${i}" title="${row['publisher|出版社']}">${row['publisher|出版社']}</a></span></p><div class="shop_button"><a class="search_btn_cart" href="/cart?${i}">加入购物车</a><a class="search_btn_collect" href="/fav?${i}">收藏</a></div></li>`)}</ul></div><div class="paging"><ul class="paging"><li><a class="current">1</a></li><li><a href="/search?key=小说&amp;page_index=2">2</a></li><li><a href="/search?key=小说&amp;page_index=3">3</a></li><li class="next"><a href="/search?key=小说&amp;page_index=2" title="下一页" data-n>下一页</a></li></ul></div></div>`,
    ),
  };
}

function shoppingInKorea(): ImitatedSite {
  const c = looks('modules', 207);
  const rows = make(12, (i) => ({
    'title|name': `${of(['전기주전자', '토스터', '믹서기'], i)} ${of(['한빛', '가온'], i)} ${1 + i}리터`,
    price: 32900 + i * 1500,
    'old price|original price': i % 2 ? 45000 + i * 1500 : undefined,
    'delivery|shipping': of(['무료배송', '내일 도착', '배송비 3,000원'], i),
    'rating|stars': [4 + (i % 10) / 10, (4 + (i % 10) / 10).toFixed(1)],
    'reviews|review count': [`(${100 + i * 41})`, 100 + i * 41],
    'link|url': `/vp/products/77${i}?itemId=${i}`,
    image: `/thumbnails/remote/230x230/${i}.jpg`,
  }));
  return {
    name: 'shopping in Korea',
    path: '/np/search?q=a',
    language: 'ko',
    rows,
    wanted: ['title|name', 'price', 'old price|original price', 'rating|stars', 'link|url', 'image'],
    html: page(
      'ko',
      '검색결과',
      `<section${c('s')}>${filters(['브랜드', '가격'])}<ul id="productList" class="search-product-list">${each(rows, (row, i) => `<li class="search-product ${i === 3 ? 'search-product__first' : ''}" id="77${i}" data-r><a href="${row['link|url']}" class="search-product-link" target="_blank"><dl class="search-product-wrap"><dt class="image"><img class="search-product-wrap-img" src="${row.image}" alt="${row['title|name']}">${i % 4 === 0 ? '<span class="number no-1">1</span>' : ''}</dt><dd class="descriptions"><div class="descriptions-inner"><div class="name"${click(i, 4)}>${row['title|name']}</div><div class="price-area"><div class="price-wrap"><div class="price">${row['old price|original price'] ? `<span class="price-info"><span class="instant-discount-rate">${10 + i}%</span><del class="base-price">${grouped(row['old price|original price'], ',')}</del></span>` : ''}<em class="sale"><strong class="price-value">${grouped(row.price, ',')}</strong>원</em></div></div><div class="delivery"><span class="arrival-info"><em>${row['delivery|shipping']}</em></span></div></div><div class="other-info"><div class="rating-star"><span class="star"><em class="rating" style="width:${80 + i}%">${row['rating|stars'][1]}</em></span><span class="rating-total-count">${row['reviews|review count'][0]}</span></div></div></div></dd></dl></a></li>`)}</ul><div class="search-pagination"><span class="btn-page"><a class="selected" title="현재 페이지">1</a><a href="/np/search?q=a&amp;page=2">2</a><a href="/np/search?q=a&amp;page=3">3</a></span><a href="/np/search?q=a&amp;page=2" class="btn-next" title="다음" data-n>다음</a></div></section>`,
    ),
  };
}

function videos(): ImitatedSite {
  const rows = make(12, (i) => ({
    'title|name': `${of(['How a kiln works', 'Loom repair', 'Anvil sounds', 'Bellows from scratch'], i)} (${i + 1})`,
    'channel|author|channel name': of(['Fern Works', 'Old Tools', 'Quiet Craft'], i),
    views: [`${(i + 1) * 13}K views`, (i + 1) * 13000],
    'date|age|posted': [`${i + 2} days ago`],
    'duration|length|time': `${4 + i}:${10 + i}`,
    'link|url': `/watch?v=ab${i}cd&pp=x`,
    image: `/vi/ab${i}cd/hq720.jpg`,
  }));
  return {
    name: 'videos',
    path: '/results?search_query=craft',
    language: 'en',
    rows,
    wanted: [
      'title|name',
      'channel|author|channel name',
      'views',
      'date|age|posted',
      'duration|length|time',
      'link|url',
      'image',
    ],
    html: page(
      'en',
      'craft',
      `<ytd-search class="style-scope ytd-page-manager"><div id="contents" class="style-scope ytd-item-section-renderer">${each(rows, (row, i) => `<ytd-video-renderer class="style-scope ytd-item-section-renderer" bigger-thumbs-style="BIG" data-r><div id="dismissible" class="style-scope ytd-video-renderer"><ytd-thumbnail class="style-scope ytd-video-renderer" size="large"><a id="thumbnail" class="yt-simple-endpoint inline-block style-scope ytd-thumbnail" aria-hidden="true" tabindex="-1" href="${row['link|url']}"><yt-image class="style-scope ytd-thumbnail"><img alt="" class="yt-core-image yt-core-image--loaded" src="${row.image}"></yt-image><div id="overlays" class="style-scope ytd-thumbnail"><badge-shape class="badge-shape-wiz" aria-label="${4 + i} minutes, ${10 + i} seconds"><div class="badge-shape-wiz__text">${row['duration|length|time']}</div></badge-shape></div></a></ytd-thumbnail><div class="text-wrapper style-scope ytd-video-renderer"><div id="meta" class="style-scope ytd-video-renderer"><div id="title-wrapper" class="style-scope ytd-video-renderer"><h3 class="title-and-badge style-scope ytd-video-renderer"><a id="video-title" class="yt-simple-endpoint style-scope ytd-video-renderer" title="${row['title|name']}" href="${row['link|url']}" aria-label="${row['title|name']} by ${row['channel|author|channel name']} ${(i + 1) * 13},000 views ${i + 2} days ago ${4 + i} minutes"><yt-formatted-string class="style-scope ytd-video-renderer" aria-label="${row['title|name']} by ${row['channel|author|channel name']}"${click(i)}>${row['title|name']}</yt-formatted-string></a></h3></div><ytd-video-meta-block class="style-scope ytd-video-renderer byline-separated"><div id="metadata" class="style-scope ytd-video-meta-block"><div id="metadata-line" class="style-scope ytd-video-meta-block"><span class="inline-metadata-item style-scope ytd-video-meta-block">${row.views[0]}</span><span class="inline-metadata-item style-scope ytd-video-meta-block">${row['date|age|posted'][0]}</span></div></div></ytd-video-meta-block></div><div id="channel-info" class="style-scope ytd-video-renderer"><a id="channel-thumbnail" class="style-scope ytd-video-renderer" href="/@c${i % 3}"><yt-img-shadow><img src="/ch${i % 3}.jpg" alt=""></yt-img-shadow></a><ytd-channel-name id="channel-name" class="style-scope ytd-video-renderer"><a class="yt-simple-endpoint" href="/@c${i % 3}">${row['channel|author|channel name']}</a></ytd-channel-name></div></div></div></ytd-video-renderer>${i === 4 ? `<ytd-shelf-renderer class="style-scope ytd-item-section-renderer"><h2><span>People also watched</span></h2><div><ytd-grid-video-renderer><a href="/watch?v=s1">Shelf one</a></ytd-grid-video-renderer><ytd-grid-video-renderer><a href="/watch?v=s2">Shelf two</a></ytd-grid-video-renderer></div></ytd-shelf-renderer>` : ''}`)}<ytd-continuation-item-renderer class="style-scope"><div class="spinner"></div></ytd-continuation-item-renderer></div></ytd-search>`,
    ),
  };
}

/** Kinds of pages to which the code was not adapted. */
export const heldOut: readonly ImitatedSite[] = [
  restaurants(),
  episodes(),
  courses(),
  coins(),
  tenders(),
  booksInChina(),
  shoppingInKorea(),
  videos(),
];

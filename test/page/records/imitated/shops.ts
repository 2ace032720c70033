// cspell:disable
import { click, each, filters, grouped, type ImitatedSite, looks, make, of, page, sortMenu } from './site-kit';

const goods = ['Kettle', 'Toaster', 'Blender', 'Coffee grinder', 'Rice cooker', 'Hand mixer', 'Juicer'];
const makers = ['Alba', 'Brio', 'Corvid', 'Dunmore', 'Estelle'];

function marketplace(): ImitatedSite {
  const rows = make(16, (i) => ({
    'title|name': `${of(makers, i)} Electric ${of(goods, i)}, ${1 + (i % 3)}.${i % 10} Litre, Stainless Steel, Model ${100 + i * 7}`,
    price: 19.99 + i,
    'old price|list': i % 3 === 0 ? 29.99 + i : undefined,
    'rating|stars': [3.5 + (i % 4) * 0.3, `${(3.5 + (i % 4) * 0.3).toFixed(1)} out of 5 stars`],
    'ratings|reviews': 120 + i * 37,
    delivery: [`FREE delivery Mon, Mar ${i + 3}`, `Mon, Mar ${i + 3}`],
    bought: `${(i % 4) + 1}K+ bought in past month`,
    'link|url': `/dp/B0${1000 + i}/ref=sr_1_${i + 1}`,
    image: `/images/I/${i}a._AC_UL320_.jpg`,
  }));
  const card = (row: (typeof rows)[number], i: number, paid = false) =>
    `<div data-asin="B0${1000 + i}" data-index="${i}" data-component-type="s-search-result" class="sg-col-4-of-24 sg-col-4-of-12 s-result-item s-asin ${paid ? 'AdHolder ' : ''}sg-col-4-of-16 sg-col s-widget-spacing-small"${paid ? '' : ' data-r'}><div class="sg-col-inner"><div class="s-widget-container"><span class="a-declarative"><div class="puis-card-container puis-v3"><div class="a-section a-spacing-base"><div class="s-product-image-container"><span data-component-type="s-product-image"><a class="a-link-normal s-no-outline" tabindex="-1" href="${row['link|url']}"><div class="a-section s-image-square-aspect"><img class="s-image" src="${row.image}" srcset="${row.image} 1x, /images/I/${i}b.jpg 2x" alt="${row['title|name']}"></div></a></span></div><div class="a-section a-spacing-small">${paid ? '<div class="a-row a-spacing-micro"><span class="puis-label-popover-default"><span class="a-color-secondary">Sponsored</span></span></div>' : ''}<div data-cy="title-recipe" class="a-section"><a class="a-link-normal s-line-clamp-4 s-link-style a-text-normal" href="${row['link|url']}"><h2 aria-label="${row['title|name']}" class="a-size-base-plus a-spacing-none"><span${paid ? '' : click(i)}>${row['title|name']}</span></h2></a></div><div data-cy="reviews-block"><div class="a-row a-size-small"><span class="a-declarative"><a aria-label="${row['rating|stars'][1]}, rating details" href="javascript:void(0)" role="button"><i class="a-icon a-icon-star-small a-star-small-4"><span class="a-icon-alt">${row['rating|stars'][1]}</span></i></a></span> <a aria-label="${grouped(row['ratings|reviews'], ',')} ratings" class="a-link-normal" href="${row['link|url']}#customerReviews"><span class="a-size-base s-underline-text">${grouped(row['ratings|reviews'], ',')}</span></a></div><div class="a-row a-size-base"><span class="a-size-base a-color-secondary">${row.bought}</span></div></div><div data-cy="price-recipe"><div class="a-row"><a class="a-link-normal s-link-style" href="${row['link|url']}"><span class="a-price" data-a-size="xl"><span class="a-offscreen">$${row.price.toFixed(2)}</span><span aria-hidden="true"><span class="a-price-symbol">$</span><span class="a-price-whole">${Math.floor(row.price)}<span class="a-price-decimal">.</span></span><span class="a-price-fraction">99</span></span></span>${row['old price|list'] ? `<div><span class="a-size-base a-color-secondary">List: </span><span class="a-price a-text-price" data-a-strike="true"><span class="a-offscreen">$${row['old price|list'].toFixed(2)}</span><span aria-hidden="true">$${row['old price|list'].toFixed(2)}</span></span></div>` : ''}</a></div></div><div data-cy="delivery-recipe"><div class="a-row"><span aria-label="${row.delivery[0]}">FREE delivery <span class="a-text-bold">${row.delivery[1]}</span></span></div></div><div class="a-section"><button type="button">Add to cart</button></div></div></div></div></span></div></div></div>`;
  return {
    name: 'marketplace, prices in parts',
    path: '/s?k=kettle',
    language: 'en',
    rows,
    wanted: ['title|name', 'price', 'old price|list', 'rating|stars', 'ratings|reviews', 'link|url', 'image'],
    html: page(
      'en',
      'kettle',
      `<div class="sg-row"><span>1-16 of over 2,000 results for "kettle"</span>${sortMenu(['Featured', 'Price: Low to High'])}</div>${filters(['Brand', 'Customer Reviews'])}<div class="s-main-slot s-result-list s-search-results sg-row"><div data-asin="" class="sg-col-20-of-24 s-result-item sg-col"><h2>Results</h2><span>Check each product page for other buying options.</span></div>${each(rows, (row, i) => `${i === 4 || i === 9 ? card({ ...row, 'title|name': `Ad ${i} kettle`, 'link|url': `/sspa/click?${i}` }, i + 50, true) : ''}${card(row, i)}`)}<div data-asin="" class="sg-col-20-of-24 s-result-item sg-col"><h2>Related searches</h2><a href="/s?k=tea">tea kettle</a><a href="/s?k=glass">glass kettle</a></div></div><div role="navigation" class="s-pagination-container"><span class="s-pagination-strip"><span class="s-pagination-item s-pagination-previous s-pagination-disabled" aria-disabled="true">Previous</span><span class="s-pagination-item s-pagination-selected" aria-current="page">1</span><a href="/s?k=kettle&amp;page=2" aria-label="Go to page 2" class="s-pagination-item s-pagination-button">2</a><a href="/s?k=kettle&amp;page=3" aria-label="Go to page 3" class="s-pagination-item s-pagination-button">3</a><a href="/s?k=kettle&amp;page=2" aria-label="Go to next page, page 2" class="s-pagination-item s-pagination-next s-pagination-button" data-n>Next</a></span></div>`,
    ),
  };
}

function auctions(): ImitatedSite {
  const rows = make(12, (i) => ({
    'title|name': [`${i === 3 ? 'New Listing' : ''}Vintage ${of(goods, i)} ${of(makers, i + 1)} 19${60 + i} Working`],
    price: i === 7 ? ['$12.00 to $20.00', 12] : [`$${35 + i * 4}.50`, 35.5 + i * 4],
    'condition|secondary info': of(['Pre-Owned', 'Brand New', 'Parts Only'], i),
    shipping: [`+$${4 + i}.25 shipping`, 4.25 + i],
    bids: i % 2 ? [`${i + 1} bids`, i + 1] : undefined,
    'time left': i % 2 ? `${i}d ${i + 2}h left` : undefined,
    'location|from': `from ${of(['Germany', 'Canada', 'Japan'], i)}`,
    'link|url': `/itm/${2550000 + i * 13}?hash=item3b`,
    image: `/images/g/${i}/s-l225.webp`,
  }));
  const item = (row: Record<string, unknown>, i: number, real: boolean) =>
    `<li class="s-item s-item__pl-on-bottom" data-viewport='{"trackableId":"01HX${i}"}' id="item${i}"${real ? ' data-r' : ''}><div class="s-item__wrapper clearfix"><div class="s-item__image-section"><div class="s-item__image"><a tabindex="-1" aria-hidden="true" href="${row['link|url']}"><div class="s-item__image-wrapper image-treatment"><img src="${row.image}" alt="${row['title|name']}"></div></a></div></div><div class="s-item__info clearfix"><a class="s-item__link" target="_blank" href="${row['link|url']}"><div class="s-item__title"><span role="heading" aria-level="3">${String(row['title|name']).replace('New Listing', '<span class="LIGHT_HIGHLIGHT">New Listing</span>')}</span></div><span class="clipped">Opens in a new window or tab</span></a><div class="s-item__subtitle"><span class="SECONDARY_INFO">${row['condition|secondary info']}</span></div><div class="s-item__details clearfix"><div class="s-item__details-section--primary"><div class="s-item__detail s-item__detail--primary"><span class="s-item__price"${real ? click(i, 4) : ''}>${[row.price].flat()[0]}</span></div>${row.bids ? `<div class="s-item__detail s-item__detail--primary"><span class="s-item__bids s-item__bidCount">${[row.bids].flat()[0]}</span><span class="s-item__time"> · <span class="s-item__time-left">${row['time left']}</span></span></div>` : '<div class="s-item__detail s-item__detail--primary"><span class="s-item__dynamic s-item__formatBestOfferEnabled">or Best Offer</span></div>'}<div class="s-item__detail s-item__detail--primary"><span class="s-item__shipping s-item__logisticsCost">${[row.shipping].flat()[0]}</span></div><div class="s-item__detail s-item__detail--primary"><span class="s-item__location s-item__itemLocation">${row['location|from']}</span></div></div></div></div></div></li>`;
  return {
    name: 'auctions, ranges of prices',
    path: '/sch',
    language: 'en',
    rows,
    wanted: ['title|name', 'price', 'condition|secondary info', 'shipping', 'link|url', 'image'],
    html: page(
      'en',
      'vintage kettle for sale',
      `<div class="srp-controls"><h1>1,900+ results for vintage kettle</h1><button aria-haspopup="true">Best Match</button></div>${filters(['Category', 'Condition'])}<ul class="srp-results srp-list clearfix">${item({ 'title|name': 'Shop on example', price: '$20.00', 'link|url': '/itm/123456', image: '/x.png', 'condition|secondary info': 'Brand New', shipping: '', 'location|from': '' }, 99, false).replace('<li class="s-item', '<li style="display:none" class="s-item')}${each(rows, (row, i) => `${i === 9 ? '<li class="srp-river-answer srp-river-answer--REWRITE_START"><div><span>Results matching fewer words</span></div></li>' : ''}${item(row, i, true)}`)}<li class="srp-river-answer srp-river-answer--NAVIGATION"><div><h2>Related searches</h2><ul><li><a href="/sch/a">copper kettle</a></li><li><a href="/sch/b">tea pot</a></li></ul></div></li></ul><nav role="navigation" class="pagination"><a class="pagination__previous" aria-disabled="true">‹</a><ol class="pagination__items"><li><a aria-current="page" href="/sch?_pgn=1" class="pagination__item">1</a></li><li><a href="/sch?_pgn=2" class="pagination__item">2</a></li></ol><a type="next" aria-label="Go to next search page" class="pagination__next icon-link" href="/sch?_pgn=2" data-n><svg></svg></a></nav>`,
    ),
  };
}

function themedShop(): ImitatedSite {
  const rows = make(9, (i) => ({
    'title|name': `${of(['Linen', 'Merino', 'Cotton', 'Hemp'], i)} ${of(['Shirt', 'Scarf', 'Throw'], i)} No. ${i + 1}`,
    'price|sale price': i % 4 === 1 ? 48 + i * 3 : 62 + i * 3,
    'old price|regular price': i % 4 === 1 ? 62 + i * 3 : undefined,
    'vendor|brand': of(['Oddfolk', 'Moorland', 'Saltmarsh'], i),
    'link|url': `/products/item-${i}`,
    image: `//cdn.site.example/files/item-${i}.jpg?v=17&width=533`,
  }));
  const heading = (row: (typeof rows)[number], i: number, at: string) =>
    `<h3 class="card__heading${at === 'content' ? ' h5' : ''}" id="title-template--${at}-${8800 + i}"><a href="${row['link|url']}" id="CardLink-${at}-${8800 + i}" class="full-unstyled-link"${at === 'content' ? click(i) : ''}>${row['title|name']}</a></h3>`;
  return {
    name: 'themed shop, titles twice',
    path: '/collections/all',
    language: 'en',
    rows,
    wanted: ['title|name', 'price|sale price', 'link|url', 'image'],
    html: page(
      'en',
      'All',
      `<div class="facets-container">${filters(['Availability', 'Size'])}</div><div class="product-grid-container"><ul id="product-grid" class="grid product-grid grid--2-col-tablet-down grid--4-col-desktop">${each(rows, (row, i) => `<li class="grid__item scroll-trigger animate--slide-in" data-cascade style="--animation-order: ${i + 1};" data-r><div class="card-wrapper product-card-wrapper underline-links-hover"><div class="card card--standard card--media" style="--ratio-percent: 100%;"><div class="card__inner color-scheme-2 gradient ratio"><div class="card__media"><div class="media media--transparent media--hover-effect"><img srcset="${row.image} 533w" src="${row.image}" alt="${row['title|name']}" class="motion-reduce" loading="lazy" width="1600" height="1600"></div></div><div class="card__content"><div class="card__information">${heading(row, i, 'inner')}</div><div class="card__badge bottom left">${i % 4 === 1 ? '<span class="badge badge--bottom-left color-scheme-5">Sale</span>' : ''}</div></div></div><div class="card__content"><div class="card__information">${heading(row, i, 'content')}<div class="card-information"><span class="visually-hidden">Vendor:</span><div class="caption-with-letter-spacing light">${row['vendor|brand']}</div><div class="price${i % 4 === 1 ? ' price--on-sale' : ''}"><div class="price__container"><div class="price__regular"${i % 4 === 1 ? ' hidden' : ''}><span class="visually-hidden visually-hidden--inline">Regular price</span><span class="price-item price-item--regular">£${i % 4 === 1 ? row['old price|regular price'] : row['price|sale price']}.00 GBP</span></div><div class="price__sale"${i % 4 === 1 ? '' : ' hidden'}><span class="visually-hidden">Regular price</span><span><s class="price-item price-item--regular">${i % 4 === 1 ? `£${row['old price|regular price']}.00 GBP` : ''}</s></span><span class="visually-hidden">Sale price</span><span class="price-item price-item--sale price-item--last">£${row['price|sale price']}.00 GBP</span></div></div></div></div></div></div></div></div></li>`)}</ul><div class="pagination-wrapper"><nav class="pagination" role="navigation"><ul class="pagination__list list-unstyled" role="list"><li><a role="link" aria-disabled="true" class="pagination__item pagination__item--current" aria-current="page">1</a></li><li><a href="/collections/all?page=2" class="pagination__item link">2</a></li><li><a href="/collections/all?page=2" class="pagination__item pagination__item--prev pagination__item-arrow link" aria-label="Next page" data-n><svg></svg></a></li></ul></nav></div></div>`,
    ),
  };
}

function pluginShop(): ImitatedSite {
  const rows = make(12, (i) => ({
    'title|name': `${of(['Gartenbank', 'Regal', 'Eckschrank', 'Schreibtisch'], i)} ${of(['Eiche', 'Buche', 'Kiefer'], i)} ${80 + i * 10} cm`,
    'price|preis': i % 3 === 0 ? 1099 + i * 50 : 299 + i * 30,
    'old price|alter preis': i % 3 === 0 ? 1299 + i * 50 : undefined,
    'delivery|delivery time|lieferzeit': `${1 + (i % 4)}-${3 + (i % 4)} Werktage`,
    'link|url': `/produkt/moebel-${i}/`,
    image: `/wp-content/uploads/moebel-${i}-300x300.jpg`,
  }));
  const amount = (value: number) =>
    `<span class="woocommerce-Price-amount amount"><bdi>${grouped(value, '.')},00&nbsp;<span class="woocommerce-Price-currencySymbol">&euro;</span></bdi></span>`;
  return {
    name: 'plugin shop',
    path: '/moebel/',
    language: 'de',
    rows,
    wanted: [
      'title|name',
      'price|preis',
      'old price|alter preis',
      'delivery|delivery time|lieferzeit',
      'link|url',
      'image',
    ],
    html: page(
      'de',
      'Möbel',
      `<main id="main"><header class="woocommerce-products-header"><h1 class="page-title">Möbel</h1></header><p class="woocommerce-result-count">1–12 von 57 Ergebnissen</p><form class="woocommerce-ordering" method="get"><select name="orderby"><option value="menu_order">Standardsortierung</option><option value="price">Nach Preis sortieren</option></select></form><ul class="products columns-4">${each(rows, (row, i) => `<li class="product type-product post-${400 + i} status-publish ${i % 4 === 0 ? 'first' : i % 4 === 3 ? 'last' : ''} instock product_cat-moebel has-post-thumbnail ${i % 3 === 0 ? 'sale ' : ''}taxable shipping-taxable purchasable product-type-simple" data-r><a href="${row['link|url']}" class="woocommerce-LoopProduct-link woocommerce-loop-product__link">${i % 3 === 0 ? '<span class="onsale">Angebot!</span>' : ''}<img width="300" height="300" src="data:image/svg+xml,%3Csvg%3E" data-lazy-src="${row.image}" class="attachment-woocommerce_thumbnail" alt=""><noscript><img src="${row.image}" alt=""></noscript><h2 class="woocommerce-loop-product__title"${click(i, 5)}>${row['title|name']}</h2><span class="price">${i % 3 === 0 ? `<del aria-hidden="true">${amount(row['old price|alter preis'] ?? 0)}</del> <span class="screen-reader-text">Ursprünglicher Preis war: ${grouped(row['old price|alter preis'] ?? 0, '.')},00&nbsp;&euro;</span><ins aria-hidden="true">${amount(row['price|preis'])}</ins><span class="screen-reader-text">Aktueller Preis ist: ${grouped(row['price|preis'], '.')},00&nbsp;&euro;.</span>` : amount(row['price|preis'])}</span></a><div class="wc-gzd"><p class="wc-gzd-additional-info tax-info">inkl. 19 % MwSt.</p><p class="wc-gzd-additional-info shipping-costs-info">zzgl. <a href="/versand/">Versandkosten</a></p><p class="wc-gzd-additional-info delivery-time-info">Lieferzeit: ${row['delivery|delivery time|lieferzeit']}</p></div><a href="?add-to-cart=${400 + i}" data-quantity="1" class="button product_type_simple add_to_cart_button ajax_add_to_cart" data-product_id="${400 + i}" aria-label="In den Warenkorb legen: „${row['title|name']}“" rel="nofollow">In den Warenkorb</a></li>`)}</ul><nav class="woocommerce-pagination"><ul class="page-numbers"><li><span aria-current="page" class="page-numbers current">1</span></li><li><a class="page-numbers" href="/moebel/page/2/">2</a></li><li><a class="page-numbers" href="/moebel/page/3/">3</a></li><li><a class="next page-numbers" href="/moebel/page/2/" data-n>→</a></li></ul></nav></main><aside><h3>Top Produkte</h3><ul class="product_list_widget">${each(
        make(3, (i) => i),
        (i) =>
          `<li><a href="/produkt/top-${i}/"><img src="/t${i}.jpg" alt=""><span class="product-title">Topstück ${i}</span></a> ${amount(99 + i)}</li>`,
      )}</ul></aside>`,
    ),
  };
}

function mallInJapan(): ImitatedSite {
  const c = looks('modules', 5);
  const rows = make(15, (i) => ({
    'title|name': `【${of(['送料無料', '正規品', '新品'], i)}】${of(['電気ケトル', '炊飯器', 'トースター'], i)} ${of(['アイリス', '山善', 'タイガー'], i)} ${i + 1}号`,
    price: 2980 + i * 350,
    'shipping|送料': i % 3 ? '送料無料' : `+送料${500 + i * 10}円`,
    points: `${29 + i * 3}ポイント(1倍)`,
    'rating|stars': [4.1 + (i % 8) / 10, (4.1 + (i % 8) / 10).toFixed(1)],
    'reviews|件': [`(${100 + i * 11}件)`, 100 + i * 11],
    'shop|store|merchant': `${of(['家電のキング', '暮らし館', 'くらし屋'], i)}${i}`,
    'link|url': `/item/${900 + i}/`,
    image: `/thumb/${900 + i}.jpg?_ex=300x300`,
  }));
  return {
    name: 'mall in Japan',
    path: '/search/',
    language: 'ja',
    rows,
    wanted: ['title|name', 'price', 'rating|stars', 'shop|store|merchant', 'link|url', 'image'],
    html: page(
      'ja',
      '電気ケトルの通販',
      `<div${c('wrap')}>${filters(['価格', 'ジャンル'])}<div${c('results')}>${each(rows, (row, i) => `${i === 6 ? `<div${c('item')}><div${c('pr')}><span>PR</span></div><a href="/pr/1"><img src="/pr.jpg"></a></div>` : ''}<div${c('item')} data-r><div${c('img')}><a href="${row['link|url']}"><img src="${row.image}" alt="" loading="lazy"></a></div><div${c('body')}><h2${c('h2')}><a${c('a')} href="${row['link|url']}"${click(i)}>${row['title|name']}</a></h2><div${c('price')}><span${c('p')}>${grouped(row.price, ',')}<span${c('yen')}>円</span></span></div><div${c('ship')}><span>${row['shipping|送料']}</span></div><div${c('pt')}>${row.points}</div><div${c('rev')}><a href="/review/${900 + i}/"><span${c('stars')} style="width:${80 + i}%"></span><span${c('score')}>${row['rating|stars'][1]}</span><span${c('cnt')}>${row['reviews|件'][0]}</span></a></div><div${c('shop')}><a href="/shop/${i}/">${row['shop|store|merchant']}</a></div></div></div>`)}</div></div><div${c('pager')}><span>1</span><a href="/search/?p=2">2</a><a href="/search/?p=3">3</a><a href="/search/?p=2" data-n>次のページ</a></div>`,
    ),
  };
}

function marketInBrazil(): ImitatedSite {
  const rows = make(14, (i) => ({
    'title|name': `${of(['Chaleira elétrica', 'Cafeteira', 'Liquidificador'], i)} ${of(['Mondial', 'Britânia', 'Oster'], i)} ${110 + (i % 2) * 110}v ${i + 1}`,
    price: 1129.9 + i * 20,
    'old price|original price': i % 2 ? 1399 + i * 20 : undefined,
    'seller|vendor|store': `Por Loja ${i}`,
    'rating|stars|reviews': [4 + (i % 10) / 10, (4 + (i % 10) / 10).toFixed(1)],
    installments: [`em 10x R$${112 + i * 2},99 sem juros`, 112.99 + i * 2],
    'total|reviews total|reviews': [`(${10 + i * 3})`, 10 + i * 3],
    discount: i % 2 ? [`${12 + i}% OFF`, 12 + i] : undefined,
    'shipping|delivery': i % 3 ? 'Frete grátis' : 'Chegará amanhã',
    'link|url': `/MLB-${3000 + i}-produto`,
    image: `/D_${3000 + i}-V.webp`,
  }));
  const money = (value: number, extra = '') =>
    `<span class="andes-money-amount ${extra}" role="img" aria-label="${Math.floor(value)} reais${value % 1 ? ' con 90 centavos' : ''}"><span class="andes-money-amount__currency-symbol" aria-hidden="true">R$</span><span class="andes-money-amount__fraction" aria-hidden="true">${grouped(Math.floor(value), '.')}</span>${value % 1 ? '<span class="andes-visually-hidden" aria-hidden="true">,</span><span class="andes-money-amount__cents andes-money-amount__cents--superscript-24" aria-hidden="true">90</span>' : ''}</span>`;
  return {
    name: 'market in Brazil',
    path: '/chaleira',
    language: 'pt',
    rows,
    wanted: ['title|name', 'price', 'old price|original price', 'rating|stars|reviews', 'link|url', 'image'],
    html: page(
      'pt-BR',
      'Chaleira',
      `<section class="ui-search-results"><ol class="ui-search-layout ui-search-layout--grid">${each(rows, (row, i) => `<li class="ui-search-layout__item" data-r><div style="display:contents"><div class="ui-search-result__wrapper"><div class="andes-card poly-card poly-card--grid-card"><div class="poly-card__portada"><img aria-hidden="true" src="${i > 4 ? 'data:image/gif;base64,R0lGOD' : row.image}" ${i > 4 ? `data-src="${row.image}"` : ''} class="poly-component__picture" alt="${row['title|name']}"></div><div class="poly-card__content"><h3 class="poly-component__title-wrapper"><a href="${row['link|url']}" class="poly-component__title">${row['title|name']}</a></h3><span class="poly-component__seller">${row['seller|vendor|store']}</span><div class="poly-component__reviews"><span class="poly-reviews__rating" aria-hidden="true">${row['rating|stars|reviews'][1]}</span><svg></svg><span class="poly-reviews__total" aria-hidden="true">(${10 + i * 3})</span><span class="andes-visually-hidden">Avaliação ${row['rating|stars|reviews'][1]} de 5 (${10 + i * 3} avaliações)</span></div><div class="poly-component__price">${row['old price|original price'] ? `<s class="andes-money-amount andes-money-amount--previous" aria-label="Antes: ${row['old price|original price']} reais"><span class="andes-money-amount__currency-symbol" aria-hidden="true">R$</span><span class="andes-money-amount__fraction" aria-hidden="true">${grouped(row['old price|original price'], '.')}</span></s>` : ''}<div class="poly-price__current">${money(row.price).replace('<span class="andes', `<span${click(i)} class="andes`)}${row['old price|original price'] ? `<span class="andes-money-amount__discount">${12 + i}% OFF</span>` : ''}</div><span class="poly-price__installments">${row.installments[0]}</span></div><div class="poly-component__shipping">${row['shipping|delivery']}</div></div></div></div></div></li>`)}</ol></section><nav aria-label="Paginação"><ul class="andes-pagination"><li class="andes-pagination__button andes-pagination__button--current"><span>1</span></li><li class="andes-pagination__button"><a class="andes-pagination__link" href="/chaleira_Desde_49" aria-label="Ir para a página 2">2</a></li><li class="andes-pagination__button"><a class="andes-pagination__link" href="/chaleira_Desde_97" aria-label="Ir para a página 3">3</a></li><li class="andes-pagination__button andes-pagination__button--next"><a class="andes-pagination__link" href="/chaleira_Desde_49" title="Seguinte" data-n><span class="andes-pagination__arrow-title">Seguinte</span></a></li></ul></nav>`,
    ),
  };
}

function marketInPoland(): ImitatedSite {
  const c = looks('modules', 11);
  const rows = make(12, (i) => ({
    'title|name': `${of(['Czajnik elektryczny', 'Toster', 'Mikser ręczny'], i)} ${of(['Zelmer', 'Amica'], i)} ${1500 + i * 100} W`,
    price: 1299.99 + i,
    'price with delivery|delivery': [`${grouped(1310 + i, ' ')},98 zł z dostawą`, 1310.98 + i],
    'condition|state|stan': of(['Nowy', 'Używany', 'Po zwrocie'], i),
    'brand|marka': of(['Zelmer', 'Amica', 'Bosch', 'Philips'], i),
    sold: `${12 + i} osób kupiło ostatnio`,
    'link|url': `/oferta/czajnik-${1200 + i}`,
    image: `/s360/${i}c/czajnik`,
  }));
  return {
    name: 'market in Poland',
    path: '/listing',
    language: 'pl',
    rows,
    wanted: ['title|name', 'price', 'condition|state|stan', 'brand|marka', 'link|url', 'image'],
    html: page(
      'pl',
      'Czajniki',
      `<div${c('m')}><section><h2${c('s')}>Oferty</h2>${each(rows, (row, i) => `${i === 3 ? `<article${c('art')}><span>Reklama</span><a href="/ad"><img src="/ad.png"></a></article>` : ''}<article${c('art')} data-analytics-view-custom-index0="${i}" data-r><div${c('d')}><div${c('im')}><a href="${row['link|url']}" tabindex="-1" rel="nofollow"><img src="${row.image}" alt="${row['title|name']}"></a></div><div${c('tx')}><h2${c('h')}><a href="${row['link|url']}" title=""${click(i, 6)}>${row['title|name']}</a></h2><dl${c('dl')}><dt>Stan</dt><dd>${row['condition|state|stan']}</dd><dt>Marka</dt><dd>${row['brand|marka']}</dd></dl><div${c('pr')} aria-label="${grouped(Math.floor(row.price), ' ')},99 zł aktualna cena"><span${c('pp')}>${grouped(Math.floor(row.price), ' ')},<span${c('ce')}>99</span>&nbsp;<span${c('cu')}>zł</span></span></div><div${c('dv')}>${row['price with delivery|delivery'][0]}</div><div${c('so')}>${row.sold}</div><button type="button">dodaj do koszyka</button></div></div></article>`)}</section></div><div role="navigation" aria-label="paginacja"><span${c('cur')}>1</span> z <a href="/listing?p=100">100</a><a href="/listing?p=2" rel="next" data-role="next-page" aria-label="następna strona" data-n><svg></svg></a></div>`,
    ),
  };
}

function hotels(): ImitatedSite {
  const c = looks('emotion', 3);
  const rows = make(11, (i) => ({
    'title|name': `Hotel ${of(['De Gracht', 'Zeezicht', 'Centraal', 'Het Park'], i)} ${i + 1}`,
    'location|address|district|plaats': `${of(['Centrum', 'Zuid', 'De Pijp'], i)}, ${of(['Amsterdam', 'Utrecht'], i)}`,
    'distance|afstand': `${(i + 1) * 0.3 < 1 ? Math.round((i + 1) * 300) : ((i + 1) * 0.3).toFixed(1).replace('.', ',')} ${(i + 1) * 0.3 < 1 ? 'm' : 'km'} van het centrum`,
    'score|rating|cijfer': [7.1 + (i % 20) / 10, (7.1 + (i % 20) / 10).toFixed(1).replace('.', ',')],
    'reviews|beoordelingen': [`${grouped(900 + i * 121, '.')} beoordelingen`, 900 + i * 121],
    stars: [3 + (i % 3), `${3 + (i % 3)} van 5`],
    'rating text|score text': of(['Goed', 'Zeer goed', 'Fantastisch'], i),
    'price|prijs': 140 + i * 12,
    'old price|oude prijs': i % 3 === 0 ? 180 + i * 12 : undefined,
    'link|url': `/hotel/nl/h${i}.html?checkin=2026-03-01`,
    image: `/square240/${i}88.webp`,
  }));
  return {
    name: 'hotels',
    language: 'nl',
    rows,
    wanted: [
      'title|name',
      'price|prijs',
      'score|rating|cijfer',
      'location|address|district|plaats',
      'reviews|beoordelingen',
      'link|url',
      'image',
    ],
    html: page(
      'nl',
      'Hotels in Amsterdam',
      `${filters(['Jouw budget', 'Sterren'])}<div${c('list')}><h1>Amsterdam: 1.204 accommodaties gevonden</h1>${each(rows, (row, i) => `${i === 5 ? `<div${c('banner')}><div><h2>Log in en bespaar</h2><p>Bespaar 10% of meer.</p><button>Inloggen</button></div></div>` : ''}<div data-testid="property-card" role="listitem"${c('card')} data-r><div${c('x')}><div${c('pic')}><a href="${row['link|url']}" aria-hidden="true" tabindex="-1" data-testid="property-card-desktop-single-image"><img src="${row.image}" alt="${row['title|name']}" data-testid="image"></a><button aria-label="Opslaan"><svg></svg></button></div><div${c('info')}><div${c('head')}><h3${c('h3')}><a href="${row['link|url']}" data-testid="title-link" target="_blank"><div data-testid="title"${c('t')}${click(i)}>${row['title|name']}</div><div${c('nw')}>Opent in een nieuw venster</div></a></h3><div data-testid="rating-stars" aria-label="${3 + (i % 3)} van 5"><span><svg></svg></span></div><div${c('loc')}><a href="${row['link|url']}&amp;map=1"><span data-testid="address">${row['location|address|district|plaats']}</span><span>Op kaart tonen</span></a><span data-testid="distance">${row['distance|afstand']}</span></div></div><div${c('rev')}><a data-testid="review-score-link" href="${row['link|url']}#tab-reviews"><div data-testid="review-score"><div class="visually-hidden">Beoordeeld met een ${row['score|rating|cijfer'][1]}</div><div${c('sc')} aria-hidden="true">${row['score|rating|cijfer'][1]}</div><div><div${c('w')}>${row['rating text|score text']}</div><div${c('n')}>${row['reviews|beoordelingen'][0]}</div></div></div></a></div><div${c('pr')}><div>1 week, 2 volwassenen</div><div${c('pb')}>${row['old price|oude prijs'] ? `<span${c('old')} aria-hidden="true" style="text-decoration: line-through">€&nbsp;${row['old price|oude prijs']}</span><div class="visually-hidden">Oorspronkelijke prijs: €&nbsp;${row['old price|oude prijs']}. Huidige prijs: €&nbsp;${row['price|prijs']}.</div>` : ''}<span${c('p')} data-testid="price-and-discounted-price" aria-hidden="true">€&nbsp;${row['price|prijs']}</span></div><div data-testid="taxes-and-charges">Inclusief belastingen en toeslagen</div><a href="${row['link|url']}"><span>Bekijk beschikbaarheid</span></a></div></div></div></div>`)}</div><button type="button"${c('more')} data-n><span>Meer resultaten laden</span></button>`,
    ),
  };
}

/** Shops and marketplaces. */
export const shops: readonly ImitatedSite[] = [
  marketplace(),
  auctions(),
  themedShop(),
  pluginShop(),
  mallInJapan(),
  marketInBrazil(),
  marketInPoland(),
  hotels(),
];

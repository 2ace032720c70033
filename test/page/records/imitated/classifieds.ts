// cspell:disable
import { click, each, filters, grouped, type ImitatedSite, looks, make, of, page, sortMenu } from './site-kit';

const streets = ['Elm St', 'Oak Ave', 'Pine Rd', 'Lake Dr', 'Hill Ct'];

function localAds(): ImitatedSite {
  const rows = make(14, (i) => ({
    'title|name': `${of(['Trek road bike', 'Oak dresser', 'Snow tires set', 'Standing desk'], i)} #${i + 1}`,
    price: 40 + i * 65,
    'location|place|area': of(['Mission District', 'Oakland', 'Daly City', 'Berkeley'], i),
    'date|time|posted': [`${i + 1}h ago`, `2026-03-0${(i % 9) + 1}T10:${10 + i}:00`],
    'link|url': `/sfc/bik/d/san-francisco-${i}/77${1000 + i}.html`,
    image: i % 5 === 4 ? undefined : `/00${i}_300x300.jpg`,
  }));
  return {
    name: 'local ads',
    path: '/search/sss',
    language: 'en',
    rows,
    wanted: ['title|name', 'price', 'location|place|area', 'link|url', 'image'],
    html: page(
      'en',
      'for sale',
      `<div class="cl-search-paginator"><button class="bd-button cl-first-page"></button><span class="cl-page-number">1 - 14 of 2,114</span><button class="bd-button cl-next-page" title="next page" data-n><span class="label">next</span></button></div>${sortMenu(['newest', 'price ↑'])}<div class="cl-search-results"><div class="results cl-results-page cl-search-view-mode-gallery"><ol>${each(rows, (row, i) => `${i === 8 ? '<li class="nearby-separator">Few local results found. Here are some from nearby areas.</li>' : ''}<li data-pid="77${1000 + i}" class="cl-search-result cl-search-view-mode-gallery" title="${row['title|name']}" data-r><div class="gallery-card"><div class="cl-gallery"><div class="gallery-inner"><a class="main" href="${row['link|url']}"><div class="swipe"><div class="swipe-wrap">${row.image ? `<div data-index="0"><img alt="${row['title|name']} 1" src="${row.image}"></div>` : '<span class="no-image">no image</span>'}</div></div></a></div></div><a class="cl-app-anchor text-only posting-title" tabindex="0" href="${row['link|url']}"><span class="label"${click(i)}>${row['title|name']}</span></a><div class="meta"><span title="Sun Mar 0${(i % 9) + 1} 2026 10:${10 + i}:00 GMT-0800">${row['date|time|posted'][0]}</span><span class="separator">·</span>${row['location|place|area']}</div><span class="priceinfo">$${grouped(row.price, ',')}</span><button type="button" class="bd-button cl-favorite-button" title="add to favorites list"></button><button class="bd-button cl-banish-button" title="hide posting">hide</button></div></li>`)}</ol></div></div>`,
    ),
  };
}

function smallAds(): ImitatedSite {
  const rows = make(15, (i) => ({
    'title|name': `${of(['Kinderwagen', 'Herrenrad 28 Zoll', 'Sofa grau', 'Esstisch'], i)} ${of(['wie neu', 'gebraucht', 'Top Zustand'], i)} ${i}`,
    'price|preis': i === 6 ? undefined : [`${grouped(50 + i * 85, '.')} €${i % 2 ? ' VB' : ''}`, 50 + i * 85],
    'location|place|ort': `${10115 + i * 7} ${of(['Mitte', 'Pankow', 'Neukölln'], i)}`,
    'date|time|posted|datum': of(['Heute, 08:12', 'Heute, 07:55', 'Gestern, 21:30', '02.03.2026'], i),
    'tag|simpletag': of(['Nur Abholung', 'Versand möglich'], i),
    'description|text': `Verkaufe hier ${of(['einen Kinderwagen', 'ein Fahrrad', 'ein Sofa', 'einen Tisch'], i)} aus Nichtraucherhaushalt, Nummer ${i}. Abholung am Abend...`,
    'link|url': `/s-anzeige/artikel-${i}/29${1000 + i}-217`,
    image: `/api/v1/prod-ads/images/${i}?rule=$_2.JPG`,
  }));
  return {
    name: 'small ads',
    path: '/s-berlin/l3331',
    language: 'de',
    rows,
    wanted: [
      'title|name',
      'price|preis',
      'location|place|ort',
      'date|time|posted|datum',
      'description|text',
      'link|url',
      'image',
    ],
    html: page(
      'de',
      'Anzeigen in Berlin',
      `<div id="site-content">${filters(['Kategorien', 'Preis'])}<h1>1 - 25 von 12.402 Ergebnissen</h1><div class="sortingbar">${sortMenu(['Neueste', 'Niedrigster Preis'])}</div><ul id="srchrslt-adtable" class="itemlist ad-list it3">${each(rows, (row, i) => `${i === 4 || i === 10 ? `<li class="ad-listitem badge-topad"><div id="liberty-srl-${i}" class="liberty"></div></li>` : ''}<li class="ad-listitem fully-clickable-card"><article class="aditem" data-adid="29${1000 + i}" data-href="${row['link|url']}" data-r><div class="aditem-image"><a href="${row['link|url']}"><div class="imagebox srpimagebox" title="${row['title|name']}"><img src="${row.image}" srcset="${row.image} 1x" alt="${row['title|name']}"></div></a></div><div class="aditem-main"><div class="aditem-main--top"><div class="aditem-main--top--left"><i class="icon icon-small icon-pin"></i> ${row['location|place|ort']}</div><div class="aditem-main--top--right"><i class="icon icon-small icon-calendar-open"></i> ${row['date|time|posted|datum']}</div></div><div class="aditem-main--middle"><h2 class="text-module-begin"><a class="ellipsis" name="29${1000 + i}" href="${row['link|url']}"${click(i, 1)}>${row['title|name']}</a></h2><p class="aditem-main--middle--description">${row['description|text']}</p><div class="aditem-main--middle--price-shipping"><p class="aditem-main--middle--price-shipping--price">${row['price|preis']?.[0] ?? 'Zu verschenken'}</p>${i % 3 === 0 ? '<p class="aditem-main--middle--price-shipping--shipping">Versand möglich</p>' : ''}</div></div><div class="aditem-main--bottom"><p class="text-module-end"><span class="simpletag">${of(['Nur Abholung', 'Versand möglich'], i)}</span></p></div></div></article></li>`)}</ul><div class="pagination"><div class="pagination-pages"><span class="pagination-current">1</span><a class="pagination-page" href="/s-berlin/seite:2/l3331">2</a><a class="pagination-page" href="/s-berlin/seite:3/l3331">3</a></div><div class="pagination-nav"><a class="pagination-next" title="Nächste" href="/s-berlin/seite:2/l3331" data-n></a></div></div></div>`,
    ),
  };
}

function nordicAds(): ImitatedSite {
  const c = looks('styled', 8);
  const rows = make(13, (i) => ({
    'title|name': `${of(['Volvo V70 2.4', 'Saab 9-5 Aero', 'Soffa', 'Cykel Crescent'], i)} ${2001 + i}`,
    price: 12500 + i * 1500,
    'location|place|ort': of(['Stockholm', 'Umeå', 'Göteborg', 'Malmö'], i),
    'category|kategori': of(['Bilar', 'Bilar', 'Möbler', 'Cyklar'], i),
    'date|time|posted': of(['Idag 14:32', 'Idag 09:10', 'Igår 18:05', '27 feb. 11:15'], i),
    'link|url': `/annons/stockholm/objekt/${99100 + i}`,
    image: `/image/${i}0.jpg?type=mob_iphone_li_vi_normal_retina`,
  }));
  return {
    name: 'Nordic ads',
    language: 'sv',
    rows,
    wanted: ['title|name', 'price', 'location|place|ort', 'link|url', 'image'],
    html: page(
      'sv',
      'Annonser',
      `<main${c('m')}><div${c('top')}><h1${c('h1')}>Hela Sverige</h1>${sortMenu(['Senaste', 'Lägsta pris'])}</div><div${c('list')}>${each(rows, (row, i) => `${i === 4 ? `<div${c('adw')}><div${c('adl')}>Annons</div><div id="ad-${i}"></div></div>` : ''}<div${c('w')}><article${c('art')} to="${row['link|url']}" data-r><div${c('iw')}><div${c('ib')}><img src="${row.image}" alt="" class="ListImage" loading="lazy"></div></div><div${c('cw')}><div${c('tr')}><div${c('tc')}><nav><a${c('bc')} href="/annonser?cg=${i % 3}">${row['category|kategori']}</a> · <a${c('bc')} href="/annonser?r=${i % 4}">${row['location|place|ort']}</a></nav><p${c('ti')}>${row['date|time|posted']}</p></div><div${c('sub')}><h2><a href="${row['link|url']}"${c('sl')}><span${c('st')}${click(i, 3)}>${row['title|name']}</span></a></h2></div><div${c('pw')}><div${c('pr')}>${grouped(row.price, ' ')} kr</div><button aria-label="Spara annons"><svg></svg></button></div></div></div></article></div>`)}</div><div${c('pg')}><a href="?page=1" aria-current="page">1</a><a href="?page=2">2</a><a href="?page=3">3</a><a href="?page=2" data-n>Nästa</a></div></main>`,
    ),
  };
}

function frenchAds(): ImitatedSite {
  const c = looks('utility', 21);
  const rows = make(12, (i) => ({
    'title|name': `${of(['Vélo de ville', 'Table basse', 'Canapé 3 places', 'Perceuse'], i)} ${of(['très bon état', 'à réparer', 'neuf'], i)} ${i}`,
    price: 1250 + i * 35,
    'location|place|city': `${of(['Lyon', 'Nantes', 'Paris', 'Lille'], i)} ${69001 + i} ${of(['1er', '2e'], i)} Arrondissement`,
    'category|catégorie': of(['Vélos', 'Ameublement', 'Bricolage'], i),
    'date|time|posted': of(["aujourd'hui à 14:02", 'hier à 09:41', '2 mars à 18:30'], i),
    'link|url': `/ad/velos/24${1000 + i}`,
    image: `/api/v1/lbcpb1/images/${i}a.jpg?rule=classified-300x300-webp`,
  }));
  return {
    name: 'French ads',
    language: 'fr',
    rows,
    wanted: ['title|name', 'price', 'location|place|city', 'link|url', 'image'],
    html: page(
      'fr',
      'Annonces',
      `<main${c('m')}>${filters(['Localisation', 'Prix'])}<ul${c('ul')} data-test-id="listing-column">${each(rows, (row, i) => `<li${c('li')}><article aria-label="${row['title|name']}" data-qa-id="aditem_container" data-test-id="ad"${c('art')} data-r><a aria-label="Voir l’annonce" href="${row['link|url']}"${c('link')}><span${c('s')} title="Voir l’annonce: ${row['title|name']}"></span></a><div${c('g')}><div${c('im')} role="group" aria-label="Galerie photos"><ul><li><picture><source srcset="${row.image}&amp;w=2"><img src="${row.image}" alt="${row['title|name']}" loading="lazy"></picture></li></ul><span data-spark-component="tag">${i % 4 === 0 ? 'À la une' : ''}</span></div><div${c('b')}><div><h3 data-spark-component="text-link" data-test-id="adcard-title"${c('h')}${click(i, 1)}>${row['title|name']}</h3></div><div${c('pw')}><div${c('lb')}><p class="sr-only">Prix: ${row.price} €</p></div><p data-test-id="price"${c('pr')} aria-hidden="true">${grouped(row.price, ' ')} €</p></div></div><div${c('meta')}><p${c('sm')}>${i % 2 ? 'Livraison possible' : ''}</p><p class="sr-only">Catégorie : ${row['category|catégorie']}.</p><p aria-hidden="true"${c('ca')}>${row['category|catégorie']}</p><p class="sr-only">Située à ${row['location|place|city']}.</p><p aria-hidden="true"${c('lo')}>${row['location|place|city']}</p><p class="sr-only">Date de dépôt : ${row['date|time|posted']}.</p><p${c('da')} aria-hidden="true">${row['date|time|posted']}</p></div></div><button data-qa-id="listitem_save_ad" aria-label="Ajouter l’annonce aux favoris"><svg></svg></button></article></li>${i === 5 ? `<li${c('li')}><aside><p>Publicité</p><div id="pub-5"></div></aside></li>` : ''}`)}</ul><nav aria-label="pagination"><ul><li><a aria-label="Page 1" aria-current="page" href="?page=1">1</a></li><li><a aria-label="Page 2" href="?page=2">2</a></li><li><a aria-label="Page suivante" href="?page=2" data-n><svg></svg></a></li></ul></nav></main>`,
    ),
  };
}

function russianAds(): ImitatedSite {
  const c = looks('modules', 34);
  const rows = make(12, (i) => ({
    'title|name': `${of(['Горный велосипед', 'Диван угловой', 'Ноутбук', 'Стол письменный'], i)} ${i + 1}`,
    price: 12500 + i * 700,
    'location|place|address': of(['Московский район', 'м. Парк Победы', 'Центральный район'], i),
    'date|time|posted': of(['2 часа назад', '1 день назад', '5 марта 10:20'], i),
    'description|text': `Продаю в хорошем состоянии, торг уместен. Вариант ${i}.`,
    'link|url': `/moskva/velosipedy/item_${3300 + i}`,
    image: `/image/1/1.${i}.jpg`,
  }));
  return {
    name: 'Russian ads',
    language: 'ru',
    rows,
    wanted: ['title|name', 'price', 'location|place|address', 'description|text', 'link|url', 'image'],
    html: page(
      'ru',
      'Объявления',
      `<div${c('root')}>${filters(['Цена', 'Категория'])}<div data-marker="catalog-serp"${c('serp')}>${each(rows, (row, i) => `<div data-marker="item" data-item-id="33${i}" itemscope itemtype="http://schema.org/Product"${c('item')} data-r><meta itemprop="description" content="${row['description|text']}"><div${c('im')}><a href="${row['link|url']}" target="_blank" rel="noopener"><div><ul><li data-marker="slider-image/image-${row.image}"><div><img itemprop="image" alt="${row['title|name']}" src="${row.image}" srcset="${row.image} 208w"></div></li></ul></div></a></div><div${c('b')}><div${c('tt')}><h2 itemprop="name"${c('h')}><a itemprop="url" data-marker="item-title" title="${row['title|name']} в Москве" href="${row['link|url']}"${click(i)}>${row['title|name']}</a></h2></div><div${c('pp')}><p data-marker="item-price" itemprop="offers" itemscope itemtype="http://schema.org/Offer"><meta itemprop="priceCurrency" content="RUB"><meta itemprop="price" content="${row.price}"><meta itemprop="availability" content="https://schema.org/LimitedAvailability"><strong><span>${grouped(row.price, ' ')} ₽</span></strong></p></div><div${c('ds')}><p>${row['description|text']}</p></div><div${c('geo')}><div data-marker="item-address"><p><span>${row['location|place|address']}</span></p></div></div><div${c('dt')}><p data-marker="item-date">${row['date|time|posted']}</p></div></div></div>${i === 5 ? `<div${c('item')}><div>Реклама</div><div id="ads_5"></div></div>` : ''}`)}</div><nav><ul data-marker="pagination-button"><li><span>1</span></li><li><a href="?p=2">2</a></li><li><a data-marker="pagination-button/nextPage" aria-label="Следующая страница" href="?p=2" data-n><svg></svg></a></li></ul></nav></div>`,
    ),
  };
}

function homes(): ImitatedSite {
  const c = looks('styled', 55);
  const rows = make(14, (i) => ({
    'address|title|name': `${120 + i * 3} ${of(streets, i)}, Reno, NV 895${10 + i}`,
    price: i === 8 ? 415000 : 310000 + i * 25000,
    'bds|beds': [(i % 4) + 2, `${(i % 4) + 2} bds`],
    'ba|baths': [(i % 3) + 1, `${(i % 3) + 1} ba`],
    sqft: [1100 + i * 90, `${grouped(1100 + i * 90, ',')} sqft`],
    'broker|agent|listing by': `${of(['REDWOOD REALTY', 'BLUE SKY HOMES', 'HARBOR GROUP'], i)}`,
    'badge|status|days': of(['3 days on site', 'Price cut: $5,000 (Mar 2)', 'Open: Sat 1-3pm'], i),
    'link|url': `/homedetails/${120 + i * 3}-Reno-NV/${9400 + i}_zpid/`,
    image: `/fp/${i}a-p_e.jpg`,
  }));
  return {
    name: 'homes for sale',
    path: '/reno-nv/',
    language: 'en',
    rows,
    wanted: ['address|title|name', 'price', 'bds|beds', 'ba|baths', 'sqft', 'link|url', 'image'],
    html: page(
      'en',
      'Reno homes',
      `<div id="search-page-react-content"${c('w')}><div${c('t')}><h1>Reno NV Real Estate &amp; Homes For Sale</h1><span>812 results</span><button aria-haspopup="listbox">Sort: Homes for You</button></div><ul${c('ul')}>${each(rows, (row, i) => `${i === 3 || i === 9 ? `<li${c('li')}><div data-test="search-list-first-ad" id="nav-ad-container-${i}"><div></div></div></li>` : ''}<li${c('li')}><div${c('cw')}><div${c('sd')}></div><article id="zpid_${9400 + i}" role="presentation" data-test="property-card"${c('card')} data-r><div${c('data')}><div${c('by')}>${row['broker|agent|listing by']}</div><a href="${row['link|url']}" data-test="property-card-link" tabindex="0"${c('ad')}><address data-test="property-card-addr"${click(i)}>${row['address|title|name']}</address></a><div${c('pr')}><span data-test="property-card-price"${c('pv')}>$${grouped(row.price, ',')}</span></div><div${c('ds')}><ul${c('dl')}><li><b>${row['bds|beds'][0]}</b> <abbr>bds</abbr></li><li><b>${row['ba|baths'][0]}</b> <abbr>ba</abbr></li><li><b>${grouped(Number(row.sqft[0]), ',')}</b> <abbr>sqft</abbr></li></ul> - House for sale</div></div><div${c('ph')}><div${c('bd')}><span>${row['badge|status|days']}</span></div><div${c('sl')}><div><a href="${row['link|url']}" tabindex="-1"><picture><source type="image/webp" srcset="${row.image}"><img src="${row.image}" alt="${row['address|title|name']}"></picture></a></div></div></div></article></div></li>`)}</ul><div${c('pg')}><nav aria-label="Pagination"><ul><li><a rel="prev" disabled aria-disabled="true" title="Previous page"><span></span></a></li><li><a aria-current="page" title="Page 1">1</a></li><li><a href="/reno-nv/2_p/" title="Page 2">2</a></li><li><a rel="next" href="/reno-nv/2_p/" title="Next page" data-n><svg></svg></a></li></ul></nav></div><section><h5>Nearby cities</h5><ul>${each(streets, (name) => `<li><a href="/c/${name.length}">${name} homes</a></li>`)}</ul></section></div>`,
    ),
  };
}

function flatsInGermany(): ImitatedSite {
  const rows = make(11, (i) => ({
    'title|name': `${of(['Helle Altbauwohnung', 'Neubau mit Balkon', 'Gemütliche Wohnung'], i)} in ${of(['Pankow', 'Moabit', 'Steglitz'], i)} ${i + 1}`,
    'kaltmiete|price|rent': 780 + i * 55,
    'wohnfläche|area|size': [45 + i * 6, `${45 + i * 6} m²`],
    'zi.|zimmer|rooms': [2 + (i % 3), `${2 + (i % 3)} Zi.`],
    'address|location|adresse': `${of(['Florastraße', 'Turmstraße', 'Schloßstraße'], i)} ${i + 3}, ${of(['Pankow', 'Moabit', 'Steglitz'], i)}, Berlin`,
    'features|tags|merkmale|secondary criteria': ['Balkon/Terrasse', 'Einbauküche', 'Keller', 'Aufzug']
      .slice(0, 1 + (i % 4))
      .join(', '),
    'link|url': `/expose/1500${10 + i}`,
    image: `/listings/${i}a-0.jpg/ORIG/resize/400x300`,
  }));
  return {
    name: 'flats with labels after values',
    language: 'de',
    rows,
    wanted: [
      'title|name',
      'kaltmiete|price|rent',
      'wohnfläche|area|size',
      'zi.|zimmer|rooms',
      'address|location|adresse',
      'link|url',
      'image',
    ],
    html: page(
      'de',
      'Wohnung mieten',
      `<div id="resultListWrapper"><div class="sorting">${sortMenu(['Standard', 'Kaltmiete (niedrigste zuerst)'])}</div><ul id="resultListItems" class="result-list border-top">${each(rows, (row, i) => `${i === 2 ? '<li class="result-list__listing result-list__listing--m"><div class="advert"><span>Anzeige</span><a href="/umzug"><img src="/umzug.png"></a></div></li>' : ''}<li class="result-list__listing ${i % 3 ? '' : 'result-list__listing--xl'}" data-id="1500${10 + i}"><div><article data-item="result" data-obid="1500${10 + i}" class="result-list-entry result-list-entry--L" data-r><div class="grid grid-flex gutter-horizontal-l gutter-vertical-s"><div class="grid-item result-list-entry__gallery-container"><a href="${row['link|url']}"><img class="gallery__image block height-full" alt="" src="${row.image}"></a></div><div class="grid-item result-list-entry__data-container"><div class="result-list-entry__data"><a href="${row['link|url']}" class="result-list-entry__brand-title-container"><h2 class="result-list-entry__brand-title font-h6 onlyLarge nine-tenths font-ellipsis"${click(i, 3)}>${i % 4 === 0 ? '<span class="result-list-entry__new-flag margin-right-xs">NEU</span>' : ''}${row['title|name']}</h2></a><div class="result-list-entry__address font-ellipsis"><button title="Auf der Karte anzeigen" class="button-link link-internal result-list-entry__map-link"><div class="font-ellipsis">${row['address|location|adresse']}</div></button></div><div class="result-list-entry__criteria margin-bottom-s"><div><div class="grid grid-flex gutter-horizontal-l gutter-vertical-s"><dl class="grid-item result-list-entry__primary-criterion gt"><dd class="font-highlight font-tabular">${grouped(row['kaltmiete|price|rent'], '.')} €</dd><dt class="font-s onlyLarge">Kaltmiete</dt></dl><dl class="grid-item result-list-entry__primary-criterion"><dd class="font-highlight font-tabular">${row['wohnfläche|area|size'][1]}</dd><dt class="font-s onlyLarge">Wohnfläche</dt></dl><dl class="grid-item result-list-entry__primary-criterion"><dd class="font-highlight font-tabular"><span><span class="onlySmall">${row['zi.|zimmer|rooms'][1]}</span><span class="onlyLarge">${row['zi.|zimmer|rooms'][0]}</span></span></dd><dt aria-hidden="true" class="font-s onlyLarge">Zi.</dt></dl></div><ul class="result-list-entry__secondary-criteria-container" aria-hidden="true">${each(['Balkon/Terrasse', 'Einbauküche', 'Keller', 'Aufzug'].slice(0, 1 + (i % 4)), (tag) => `<li class="margin-top-none result-list-entry__secondary-criteria"><span>${tag}</span></li>`)}</ul></div></div></div></div></div></article></div></li>`)}</ul><div class="pagination"><ul class="reactPagination"><li class="p-items p-active"><a href="?pagenumber=1">1</a></li><li class="p-items"><a href="?pagenumber=2">2</a></li><li class="p-items p-next vertical-center-container"><a aria-label="Next page" href="?pagenumber=2" data-n><span>nächste Seite</span></a></li></ul></div></div>`,
    ),
  };
}

function flatsInSpain(): ImitatedSite {
  const rows = make(12, (i) => ({
    'title|name': `${of(['Piso', 'Ático', 'Chalet adosado'], i)} en calle de ${of(['Atocha', 'Goya', 'Serrano', 'Luna'], i)}, ${i + 4}, Madrid`,
    'price|precio': 350000 + i * 21000,
    'hab.|bedrooms|rooms': [2 + (i % 4), `${2 + (i % 4)} hab.`],
    'm²|area|size': [64 + i * 7, `${64 + i * 7} m²`],
    'floor|planta|detail': `Planta ${(i % 6) + 1}ª ${i % 2 ? 'exterior con ascensor' : 'interior sin ascensor'}`,
    'description|text': `Vivienda muy luminosa número ${i} con cocina independiente y buenas vistas a la calle, reformada hace poco.`,
    'link|url': `/inmueble/10${2000 + i}/`,
    image: `/blur/WEB_LISTING-M/0/id.pro/${i}.webp`,
  }));
  return {
    name: 'flats in Spain',
    path: '/venta-viviendas/madrid/',
    language: 'es',
    rows,
    wanted: [
      'title|name',
      'price|precio',
      'hab.|bedrooms|rooms',
      'm²|area|size',
      'floor|planta|detail',
      'link|url',
      'image',
    ],
    html: page(
      'es',
      'Pisos en Madrid',
      `<main id="main-content"><h1 id="h1-container">1.204 casas y pisos en Madrid</h1><div class="listing-tools">${sortMenu(['Relevancia', 'Baratos', 'Recientes'])}</div><section class="items-container items-list">${each(rows, (row, i) => `${i === 3 ? '<article class="adv noHover"><div id="sas_1">Publicidad</div></article>' : ''}<article class="item${i % 5 === 0 ? ' item_featured' : ''} extended-item item-multimedia-container" data-element-id="10${2000 + i}" data-r><picture class="item-multimedia"><div class="item-gallery"><img src="${row.image}" alt="Salón" loading="lazy"></div><div class="item-multimedia-pictures__counter"><span>1</span>/<span>${12 + i}</span></div></picture><div class="item-info-container">${i % 3 === 0 ? '<picture class="logo-branding"><a href="/pro/agencia/"><img src="/logo-agencia.gif" alt="Agencia"></a></picture>' : ''}<a href="${row['link|url']}" role="heading" aria-level="2" class="item-link" title="${row['title|name']}"${click(i, 4)}>${row['title|name']}</a><div class="price-row"><span class="item-price h2-simulated">${grouped(row['price|precio'], '.')}<span class="txt-big">€</span></span>${i % 4 === 0 ? `<span class="item-parking">Garaje incluido</span>` : ''}</div><div class="item-detail-char"><span class="item-detail">${row['hab.|bedrooms|rooms'][1]}</span> <span class="item-detail">${row['m²|area|size'][1]}</span> <span class="item-detail">${row['floor|planta|detail']}</span></div><div class="item-description description"><p class="ellipsis">${row['description|text']}</p></div><div class="item-toolbar"><button class="icon-phone phone-btn item-clickable-phone"><span>Ver teléfono</span></button><button class="icon-chat email-btn"><span>Contactar</span></button><button class="favorite-btn"><span>Guardar</span></button></div></div></article>`)}<div class="pagination"><ul><li class="selected"><span>1</span></li><li><a href="/venta-viviendas/madrid/pagina-2.htm">2</a></li><li><a href="/venta-viviendas/madrid/pagina-3.htm">3</a></li><li class="next"><a rel="nofollow" class="icon-arrow-right-after" href="/venta-viviendas/madrid/pagina-2.htm" data-n><span>Siguiente</span></a></li></ul></div></section></main>`,
    ),
  };
}

function flatsInJapan(): ImitatedSite {
  const rows = make(10, (i) => ({
    'title|name': `${of(['メゾン青山', 'コーポ桜', 'グランドール', 'ハイツ緑'], i)}${i + 1}`,
    'address|location|住所': `東京都${of(['港区', '新宿区', '中野区'], i)}${of(['南青山', '西新宿', '本町'], i)}${(i % 5) + 1}`,
    'station|access|駅': `ＪＲ線/${of(['渋谷', '新宿', '中野'], i)}駅 歩${i + 3}分`,
    'station 2|other station': `東京メトロ線/${of(['表参道', '都庁前'], i)}駅 歩${i + 6}分`,
    stations: `ＪＲ線/${of(['渋谷', '新宿', '中野'], i)}駅 歩${i + 3}分, 東京メトロ線/${of(['表参道', '都庁前'], i)}駅 歩${i + 6}分`,
    'floor|階': `${(i % 5) + 1}階`,
    kind: of(['賃貸マンション', '賃貸アパート'], i),
    'age|built|築': `築${3 + i * 2}年`,
    'stories|floors|階建': `${3 + (i % 9)}階建`,
    'rent|price|賃料': [`${7 + i}.${i % 10}万円`, 7 + i + (i % 10) / 10],
    'fee|管理費': [`${5000 + i * 500}円`, 5000 + i * 500],
    'layout|間取り': of(['1K', '1LDK', '2DK'], i),
    'area|size|面積': [`${21 + i * 3}.5m2`, 21.5 + i * 3],
    'link|url': `/chintai/jnc_${8800 + i}/`,
    image: `/front/gazo/bukken/${i}_gw.jpg`,
  }));
  return {
    name: 'flats in Japan',
    path: '/jj/chintai/',
    language: 'ja',
    rows,
    wanted: [
      'title|name',
      'address|location|住所',
      'rent|price|賃料',
      'layout|間取り',
      'area|size|面積',
      'link|url',
      'image',
    ],
    html: page(
      'ja',
      '賃貸',
      `<div class="l-refined"><h1>東京都の賃貸</h1>${sortMenu(['おすすめ順', '賃料が安い順'])}</div><ul class="l-cassetteitem">${each(rows, (row, i) => `<li><div class="cassetteitem" data-r><div class="cassetteitem-detail"><div class="cassetteitem-detail-object"><div class="cassetteitem_object"><div class="cassetteitem_object-item"><img class="js-noContextMenu js-linkImage" src="${i > 3 ? '/images/blank.gif' : row.image}" rel="${row.image}" ${i > 3 ? `data-original="${row.image}"` : ''} alt="${row['title|name']}"></div></div></div><div class="cassetteitem-detail-body"><div class="cassetteitem_content"><div class="cassetteitem_content-label"><span class="ui-pct ui-pct--util1">${of(['賃貸マンション', '賃貸アパート'], i)}</span></div><div class="cassetteitem_content-title"${click(i)}>${row['title|name']}</div><div class="cassetteitem_content-body"><ul class="cassetteitem_detail"><li class="cassetteitem_detail-col1">${row['address|location|住所']}</li><li class="cassetteitem_detail-col2"><div class="cassetteitem_detail-text">ＪＲ線/${of(['渋谷', '新宿', '中野'], i)}駅 歩${i + 3}分</div><div class="cassetteitem_detail-text">東京メトロ線/${of(['表参道', '都庁前'], i)}駅 歩${i + 6}分</div></li><li class="cassetteitem_detail-col3"><div>${row['age|built|築']}</div><div>${row['stories|floors|階建']}</div></li></ul></div></div></div></div><div class="cassetteitem-item"><table class="cassetteitem_other"><thead><tr><th></th><th>階</th><th>賃料/管理費</th><th>間取り/専有面積</th><th>お気に入り</th><th></th></tr></thead><tbody><tr class="js-cassette_link"><td><input type="checkbox" name="bc" value="${i}"></td><td>${(i % 5) + 1}階</td><td><ul><li><span class="cassetteitem_price cassetteitem_price--rent"><span class="cassetteitem_other-emphasis ui-text--bold">${[row['rent|price|賃料']].flat()[0]}</span></span></li><li><span class="cassetteitem_price cassetteitem_price--administration">${[row['fee|管理費']].flat()[0]}</span></li></ul></td><td><ul><li><span class="cassetteitem_madori">${row['layout|間取り']}</span></li><li><span class="cassetteitem_menseki">${21 + i * 3}.5m<sup>2</sup></span></li></ul></td><td><a href="javascript:void(0);">追加</a></td><td><a href="${row['link|url']}" target="_blank" class="js-cassette_link_href cassetteitem_other-linktext">詳細を見る</a></td></tr></tbody></table></div></div></li>`)}</ul><div class="pagination pagination_set-nav"><ol class="pagination-parts"><li class="pagination-current">1</li><li><a href="/jj/chintai/?page=2">2</a></li><li><a href="/jj/chintai/?page=3">3</a></li></ol><p class="pagination-parts"><a href="/jj/chintai/?page=2" data-n>次へ</a></p></div>`,
    ),
  };
}

/** Classified ads, and homes for sale or rent. */
export const classifieds: readonly ImitatedSite[] = [
  localAds(),
  smallAds(),
  nordicAds(),
  frenchAds(),
  russianAds(),
  homes(),
  flatsInGermany(),
  flatsInSpain(),
  flatsInJapan(),
];

// cspell:disable
import { click, each, filters, grouped, type ImitatedSite, looks, make, of, page, sortMenu } from './site-kit';

const writers = ['Brandt A', 'Okafor M', 'Silva J', 'Patel R', 'Larsen K'];

const topicsOf = (index: number): readonly string[] =>
  ['ci', of(['build', 'render', 'keys'], index), 'cloud'].slice(index % 2, 2 + (index % 3 === 0 ? 1 : 0));

const authorsOf = (index: number): readonly string[] =>
  ['Ana Brandt', 'Musa Okafor', 'June Silva', 'Ravi Patel'].slice(index % 3, (index % 3) + 1 + (index % 4));

function repositories(): ImitatedSite {
  const rows = make(12, (i) => ({
    'name|title|repository|name code repository': `${of(['kiln', 'loom', 'anvil'], i)}-${of(['core', 'cli', 'docs', 'ui'], i)}-${i}`,
    description:
      i === 5
        ? undefined
        : `A ${of(['fast', 'tiny', 'friendly'], i)} tool to ${of(['schedule', 'render', 'sign'], i)} builds, part ${i}`,
    'language|programming language': of(['Go', 'Rust', 'TypeScript'], i),
    'stars|stargazers': [`${grouped(31 + i * 211, ',')}`, 31 + i * 211],
    'forks|members': [3 + i * 5, `${3 + i * 5}`],
    'date|updated': [`2026-02-0${(i % 9) + 1}T10:00:00Z`, `2026-02-0${(i % 9) + 1}`],
    'topics|tags|topic tag': topicsOf(i).join(', '),
    'link|url': `/acme/repo-${i}`,
    license: of(['MIT License', 'Apache License 2.0'], i),
  }));
  return {
    name: 'repositories',
    path: '/acme?tab=repositories',
    language: 'en',
    rows,
    wanted: [
      'name|title|repository|name code repository',
      'description',
      'language|programming language',
      'stars|stargazers',
      'date|updated',
      'link|url',
    ],
    html: page(
      'en',
      'acme · Repositories',
      `<div id="user-repositories-list" data-filterable-for="your-repos-filter"><details><summary>Type: <span>All</span></summary><div role="menu"><a href="?type=source">Sources</a><a href="?type=fork">Forks</a></div></details><ul data-filterable-type="substring">${each(rows, (row, i) => `<li class="col-12 d-flex flex-justify-between width-full py-4 border-bottom color-border-muted public source" itemprop="owns" itemscope itemtype="http://schema.org/Code" data-r><div class="col-10 col-lg-9 d-inline-block"><div class="d-inline-block mb-1"><h3 class="wb-break-all"><a href="${row['link|url']}" itemprop="name codeRepository"${click(i)}> ${row['name|title|repository|name code repository']}</a> <span class="Label Label--secondary v-align-middle ml-1 mb-1">Public</span></h3>${i % 4 === 3 ? '<span class="f6 color-fg-muted mb-1">Forked from <a href="/other/tool" class="Link--muted">other/tool</a></span>' : ''}</div>${row.description ? `<div><p class="col-9 d-inline-block color-fg-muted mb-2 pr-4" itemprop="description"> ${row.description} </p></div>` : ''}<div class="topics-row-container d-inline-flex flex-wrap flex-items-center f6 my-1">${each(topicsOf(i), (topic) => `<a href="/topics/${topic}" class="topic-tag topic-tag-link f6 my-1"> ${topic} </a> `)}</div><div class="f6 color-fg-muted mt-2"><span class="ml-0 mr-3"><span class="repo-language-color" style="background-color: #00ADD8"></span> <span itemprop="programmingLanguage">${row['language|programming language']}</span></span> <a class="Link--muted mr-3" href="/acme/repo-${i}/stargazers"><svg aria-label="star" role="img"></svg> ${row['stars|stargazers'][0]} </a> <a class="Link--muted mr-3" href="/acme/repo-${i}/forks"><svg aria-label="fork"></svg> ${3 + i * 5} </a> <span class="mr-3"><svg></svg>${row.license}</span> Updated <relative-time datetime="2026-02-0${(i % 9) + 1}T10:00:00Z" class="no-wrap" title="Feb ${(i % 9) + 1}, 2026">Feb ${(i % 9) + 1}, 2026</relative-time></div></div><div class="col-2 d-flex flex-column flex-justify-around flex-items-end ml-3"><div class="text-right hide-lg hide-md hide-sm hide-xs flex-self-start"><div class="js-toggler-container starring-container"><form class="starred" action="/acme/repo-${i}/unstar" method="post"><button type="submit" aria-label="Unstar this repository">Unstar</button></form><form class="unstarred" action="/acme/repo-${i}/star" method="post"><button type="submit">Star</button></form></div></div></div></li>`)}</ul><div class="paginate-container"><div role="navigation" aria-label="Pagination" class="d-inline-block"><div class="pagination"><span class="previous_page disabled">Previous</span> <em class="current" aria-current="page">1</em> <a rel="next" aria-label="Page 2" href="/acme?page=2&amp;tab=repositories">2</a> <a class="next_page" rel="next" href="/acme?page=2&amp;tab=repositories" data-n>Next</a></div></div></div></div>`,
    ),
  };
}

function packages(): ImitatedSite {
  const rows = make(14, (i) => ({
    'name|package|title|package name': `${of(['http', 'table', 'date', 'colour'], i)}-${of(['kit', 'lite', 'plus'], i)}${i}`,
    'version|package version': `${i % 3}.${i + 1}.${i % 5}`,
    'date|created|released|package created': [
      `2026-02-${10 + i}T10:21:03+0000`,
      `2026-02-${10 + i}T10:21:03`,
      `2026-02-${10 + i}T10:21:03+00:00`,
      `Feb ${10 + i}, 2026`,
    ],
    'description|package description': `A small library to ${of(['send requests', 'draw tables', 'parse dates', 'mix colours'], i)}, edition ${i}.`,
    'link|url': `/project/pkg-${i}/`,
  }));
  return {
    name: 'packages',
    path: '/search/?q=kit',
    language: 'en',
    rows,
    wanted: [
      'name|package|title|package name',
      'version|package version',
      'date|created|released|package created',
      'description|package description',
      'link|url',
    ],
    html: page(
      'en',
      'Search results',
      `<div class="left-layout"><div class="left-layout__sidebar">${filters(['Framework', 'Topic'])}</div><div class="left-layout__main"><form action="/search/" method="GET"><div class="split-layout split-layout--table split-layout--spread-on-tablet"><div><p><strong>10,000+</strong> projects for "kit"</p></div><div class="button-group">${sortMenu(['Relevance', 'Date last updated'])}</div></div></form><ul class="unstyled" aria-label="Search results">${each(rows, (row, i) => `<li data-r><a class="package-snippet" href="${row['link|url']}"><h3 class="package-snippet__title"><span class="package-snippet__name"${click(i, 6)}>${row['name|package|title|package name']}</span> <span class="package-snippet__version">${row['version|package version']}</span> <span class="package-snippet__created"><time datetime="2026-02-${10 + i}T10:21:03+0000" data-controller="localized-time" data-localized-time-relative="true" title="">Feb ${10 + i}, 2026</time></span></h3><p class="package-snippet__description">${row['description|package description']}</p></a></li>`)}</ul><div class="button-group button-group--pagination"><span class="button button-group__button button--disabled">Previous</span><a href="/search/?q=kit&amp;page=1" class="button button-group__button button--primary">1</a><a href="/search/?q=kit&amp;page=2" class="button button-group__button">2</a><span class="button button-group__button button--disabled">...</span><a href="/search/?q=kit&amp;page=500" class="button button-group__button">500</a><a href="/search/?q=kit&amp;page=2" class="button button-group__button" data-n>Next</a></div></div></div>`,
    ),
  };
}

function citations(): ImitatedSite {
  const rows = make(10, (i) => ({
    'title|name|docsum title': `${of(['Sleep and memory in', 'Iron intake of', 'Gait analysis of'], i)} ${of(['older adults', 'rowers', 'nurses'], i)}: cohort ${i + 1}.`,
    'authors|author|docsum authors': `${of(writers, i)}, ${of(writers, i + 1)}, ${of(writers, i + 2)}.`,
    'journal|citation|docsum journal citation': `J Appl Heal. 202${i % 6} Mar ${i + 1};${10 + i}(3):22${i}-23${i}. doi: 10.1000/jah.${700 + i}.`,
    'pmid|id|docsum pmid': [`${3811000 + i * 37}`, 3811000 + i * 37],
    'text|snippet|abstract|full view snippet': [
      `BACKGROUND: We followed ${120 + i} participants for ${i + 2} years and measured the outcome at home.`,
      `We followed ${120 + i} participants for ${i + 2} years and measured the outcome at home.`,
    ],
    'link|url': `/${3811000 + i * 37}/`,
    'free|status|type': i % 2 ? 'Free article.' : undefined,
  }));
  return {
    name: 'citations',
    language: 'en',
    rows,
    wanted: [
      'title|name|docsum title',
      'authors|author|docsum authors',
      'journal|citation|docsum journal citation',
      'pmid|id|docsum pmid',
      'link|url',
    ],
    html: page(
      'en',
      'Search results',
      `<main class="search-page" id="search-page"><div class="top-wrapper">${sortMenu(['Best match', 'Most recent'])}<div class="results-amount"><h3><span class="value">1,204</span> results</h3></div></div>${filters(['Text availability', 'Article type'])}<section class="search-results" id="search-results"><div class="search-results-chunks"><div class="search-results-chunk results-chunk" data-page-number="1">${each(rows, (row, i) => `<article class="full-docsum" data-rel-pos="${i + 1}" data-r><div class="item-selector-wrap selectors-and-actions first-selector"><input aria-labelledby="result-selector-label" class="search-result-selector" id="select-${i}" type="checkbox" value="${i}"><label class="search-result-position" for="select-${i}"><span class="position-number">${i + 1}</span></label><div class="result-actions-bar side-bar"><div class="cite dropdown-block"><button class="cite-search-result trigger result-action-trigger">Cite</button></div><div class="share dropdown-block"><button class="share-search-result trigger">Share</button></div></div></div><div class="docsum-wrap"><div class="docsum-content"><a class="docsum-title" href="${row['link|url']}" data-ga-category="result_click"${click(i)}> ${row['title|name|docsum title']} </a><div class="docsum-citation full-citation"><span class="docsum-authors full-authors">${row['authors|author|docsum authors']}</span><span class="docsum-authors short-authors">${of(writers, i)}, et al.</span><span class="docsum-journal-citation full-journal-citation">${row['journal|citation|docsum journal citation']}</span><span class="docsum-journal-citation short-journal-citation">J Appl Heal. 202${i % 6}.</span><span class="citation-part">PMID: <span class="docsum-pmid">${3811000 + i * 37}</span></span>${i % 2 ? '<span class="free-resources spaced-on-left citation-part">Free article.</span>' : ''}</div><div class="docsum-snippet"><div class="full-view-snippet">${row['text|snippet|abstract|full view snippet'][0]}</div><div class="short-view-snippet">BACKGROUND: We followed …</div></div></div></div></article>`)}</div></div></section><div class="bottom-pagination"><div class="pagination-wrapper"><button class="button-wrapper first-page-btn" disabled title="First page">«</button><button class="button-wrapper prev-page-btn" disabled title="Previous page">‹</button><form class="page-number-form"><label class="page-number-wrapper">Page <input type="number" value="1"> <span class="of-total-pages">of 121</span></label></form><button class="button-wrapper next-page-btn" title="Next page" data-n><i class="chevron"></i></button><button class="button-wrapper last-page-btn" title="Last page">»</button></div></div></main>`,
    ),
  };
}

function preprints(): ImitatedSite {
  const rows = make(12, (i) => ({
    'title|name': `${of(['Sparse attention for', 'Bounds on', 'A survey of'], i)} ${of(['kilns', 'looms', 'anvils', 'bellows'], i)} ${i + 1}`,
    'authors|author': authorsOf(i).join(', '),
    'comments|comment': i % 3 === 0 ? undefined : `${8 + i} pages, ${i + 1} figures`,
    'subjects|subject': `Machine Learning (cs.LG); ${of(['Optimization (math.OC)', 'Statistics (stat.ML)', 'Computation (cs.CL)'], i)}`,
    'id|identifier|arxiv': [`arXiv:2603.0${1200 + i}`, `2603.0${1200 + i}`],
    number: [`[${i + 1}]`, i + 1],
    'link|url': `/abs/2603.0${1200 + i}`,
    'pdf|pdf link': `/pdf/2603.0${1200 + i}`,
  }));
  return {
    name: 'preprints in a definition list',
    path: '/list/cs.LG/pastweek',
    language: 'en',
    rows,
    wanted: ['title|name', 'authors|author', 'subjects|subject', 'id|identifier|arxiv', 'link|url'],
    html: page(
      'en',
      'New submissions',
      `<div id="content"><div id="dlpage"><h1>Machine Learning</h1><ul><li><a href="/list/cs.LG/new#item0">New submissions</a></li><li><a href="/list/cs.LG/new#item99">Cross-lists</a></li></ul><div class="paging">Total of 312 entries : <span>1-12</span> <a href="/list/cs.LG/pastweek?skip=12&amp;show=12" data-n>13-24</a> <a href="/list/cs.LG/pastweek?skip=24&amp;show=12">25-36</a></div><dl id="articles"><h3>Fri, 6 Mar 2026 (showing 12 of 140 entries )</h3>${each(
        rows,
        (row, i) =>
          `<dt data-r><a name="item${i + 1}">[${i + 1}]</a> <a href="${row['link|url']}" title="Abstract" id="2603.0${1200 + i}">${row['id|identifier|arxiv'][0]}</a> [<a href="${row['pdf|pdf link']}" title="Download PDF" id="pdf-2603.0${1200 + i}">pdf</a>, <a href="/html/2603.0${1200 + i}v1" title="View HTML">html</a>, <a href="/format/2603.0${1200 + i}" title="Other formats">other</a>]</dt><dd><div class="meta"><div class="list-title mathjax"${click(i, 3)}><span class="descriptor">Title:</span> ${row['title|name']}</div><div class="list-authors">${authorsOf(
            i,
          )
            .map((name) => `<a href="/search/?a=${name.length}">${name}</a>`)
            .join(
              ', ',
            )}</div>${row['comments|comment'] ? `<div class="list-comments mathjax"><span class="descriptor">Comments:</span> ${row['comments|comment']}</div>` : ''}<div class="list-subjects"><span class="descriptor">Subjects:</span> <span class="primary-subject">Machine Learning (cs.LG)</span>; ${of(['Optimization (math.OC)', 'Statistics (stat.ML)', 'Computation (cs.CL)'], i)}</div></div></dd>`,
      )}</dl></div></div>`,
    ),
  };
}

function libraryCatalogue(): ImitatedSite {
  const rows = make(12, (i) => ({
    'title|name': `${of(['The salt road', 'Bread and stars', 'A field guide to moss'], i)} / volume ${i + 1}`,
    'author|by': `${of(['Brandt, Ana', 'Okafor, Musa', 'Silva, June'], i)}`,
    edition: i % 3 ? undefined : [`${i + 1}nd ed.`, i + 1],
    'material type|type|format': of(['Text', 'Audio', 'Map'], i),
    'publication details|publisher|publication': `${of(['London', 'Oslo', 'Turin'], i)} : Fern Press, ${1990 + i}`,
    'availability|items available|status': `Items available for loan: ${of(['Central Library', 'Branch East'], i)} (${(i % 3) + 1})`,
    branch: of(['Central Library', 'Branch East'], i),
    'call number': [`${500 + i}.${i} ${of(['BRA', 'OKA', 'SIL'], i)}`],
    'link|url': `/cgi-bin/koha/opac-detail.pl?biblionumber=${40 + i}`,
    image: `/opac-image.pl?thumbnail=1&biblionumber=${40 + i}`,
  }));
  return {
    name: 'library catalogue',
    path: '/opac-search.pl?q=moss',
    language: 'en',
    rows,
    wanted: [
      'title|name',
      'author|by',
      'material type|type|format',
      'publication details|publisher|publication',
      'link|url',
      'image',
    ],
    html: page(
      'en',
      'Catalogue',
      `<div id="userresults" class="searchresults"><p id="numresults">Your search returned 240 results.</p>${filters(['Authors', 'Places'])}<form action="/sort" name="sortbyform">${sortMenu(['Relevance', 'Title (A-Z)'])}</form><form name="bookbag_form"><table class="table table-striped"><tbody>${each(rows, (row, i) => `<tr data-r><td class="bibliocol"><label class="sr-only">Select search result: ${row['title|name']}</label><input type="checkbox" class="cb" id="bib${40 + i}" name="biblionumber" value="${40 + i}"></td><td class="num">${i + 1}.</td><td class="bibliocol"><a class="title" href="${row['link|url']}"${click(i)}>${row['title|name']}</a><p><span class="byAuthor">by</span> <ul class="author resource_list"><li><a href="/search?au=${i}" class="authordisplay">${row['author|by']}</a></li></ul></p>${row.edition ? `<span class="results_summary edition"><span class="label">Edition: </span>${row.edition[0]}</span>` : ''}<div class="results_summary type"><span class="results_material_type"><span class="label">Material type: </span><img src="/famfamfam/BK.png" alt="${row['material type|type|format']}" class="materialtype mt_icon_BK"> ${row['material type|type|format']}</span></div><div class="results_summary publisher"><span class="label">Publication details: </span><span class="publisher_name">${row['publication details|publisher|publication']}</span></div><div class="results_summary availability"><span class="label">Availability: </span><span class="available"><strong>Items available for loan: </strong><span>${of(['Central Library', 'Branch East'], i)}</span> <span class="ItemCount">(${(i % 3) + 1})</span></span> <span class="CallNumber">Call number: <span>${row['call number'][0]}</span></span></div><div class="actions-menu"><span class="actions"><a class="hold" href="/hold?b=${i}"><i></i> Place hold</a></span> <span class="actions"><a class="addtocart" href="#">Add to cart</a></span></div></td><td class="bibliocol"><a class="p1" href="${row['link|url']}"><span class="no-image"></span><img src="${row.image}" class="thumbnail" alt="Cover image"></a></td></tr>`)}</tbody></table></form><div id="bottom-pages"><nav class="pagination"><ul class="pagination"><li class="page-item disabled"><a class="page-link" href="#">1</a></li><li class="page-item"><a class="page-link" href="/opac-search.pl?q=moss&amp;offset=20">2</a></li><li class="page-item"><a class="page-link" href="/opac-search.pl?q=moss&amp;offset=20" data-n>Next <i class="fa fa-angle-right"></i></a></li><li class="page-item"><a class="page-link" href="/opac-search.pl?q=moss&amp;offset=220">Last</a></li></ul></nav></div></div>`,
    ),
  };
}

function filmChart(): ImitatedSite {
  const c = looks('styled', 70);
  const rows = make(20, (i) => ({
    'title|name': [
      `${i + 1}. ${of(['The Long Harvest', 'Night Ferry', 'Salt', 'Two Brothers'], i)} ${of(['Returns', 'Rising', 'Again'], i)}`,
    ],
    year: [1950 + i * 3, `${1950 + i * 3}`],
    'duration|runtime|length': [`${1 + (i % 3)}h ${10 + i}m`],
    'certificate|rated|age': of(['PG', '12A', '15'], i),
    'rating|stars|score': [8.1 + (i % 12) / 10, (8.1 + (i % 12) / 10).toFixed(1)],
    'votes|vote count': [`(${(2.9 - i * 0.1).toFixed(1)}M)`],
    'link|url': `/title/tt0${1111 + i}/?ref_=chttp_t_${i + 1}`,
    image: `/images/M/${i}_UX140.jpg`,
  }));
  return {
    name: 'chart of films',
    language: 'en',
    rows,
    wanted: [
      'title|name',
      'year',
      'duration|runtime|length',
      'rating|stars|score',
      'votes|vote count',
      'link|url',
      'image',
    ],
    html: page(
      'en',
      'Top films',
      `<main${c('m')}><div data-testid="chart-layout-main-column"><div${c('hd')}><div>20 Titles</div>${sortMenu(['Ranking', 'Release date'])}</div><ul class="ipc-metadata-list ipc-metadata-list--dividers-between ${c('ul').slice(8, -1)} compact-list-view ipc-metadata-list--base" role="presentation">${each(rows, (row, i) => `<li class="ipc-metadata-list-summary-item ${c('li').slice(8, -1)} cli-parent" data-r><div class="ipc-metadata-list-summary-item__c"><div class="${c('pw').slice(8, -1)} cli-poster-container"><div class="ipc-poster ipc-poster--base" role="group"><div class="ipc-media ipc-media--poster-27x40"><img alt="Poster ${i}" class="ipc-image" loading="lazy" src="${row.image}" srcset="${row.image} 140w" sizes="50vw" width="140"></div><a class="ipc-lockup-overlay ipc-focusable" href="${row['link|url']}" aria-label="View title page for ${i}"><div class="ipc-lockup-overlay__screen"></div></a></div></div><div class="ipc-metadata-list-summary-item__tc"><div class="${c('cc').slice(8, -1)} cli-children"><div class="ipc-title ipc-title--base ipc-title--title ipc-title-link-no-icon cli-title"><a href="${row['link|url']}" class="ipc-title-link-wrapper" tabindex="0"><h3 class="ipc-title__text"${click(i)}>${row['title|name'][0]}</h3></a></div><div class="${c('md').slice(8, -1)} cli-title-metadata"><span class="${c('mi').slice(8, -1)} cli-title-metadata-item">${row.year[1]}</span><span class="${c('mi').slice(8, -1)} cli-title-metadata-item">${row['duration|runtime|length'][0]}</span><span class="${c('mi').slice(8, -1)} cli-title-metadata-item">${row['certificate|rated|age']}</span></div><span><div class="${c('rt').slice(8, -1)} cli-ratings-container" data-testid="ratingGroup--container"><span aria-label="Rating: ${row['rating|stars|score'][1]}" class="ipc-rating-star ipc-rating-star--base ipc-rating-star--imdb ratingGroup--imdb-rating"><svg></svg><span class="ipc-rating-star--rating">${row['rating|stars|score'][1]}</span><span class="ipc-rating-star--voteCount">&nbsp;${row['votes|vote count'][0]}</span></span><button aria-label="Rate ${i}" class="ipc-rate-button"><span class="ipc-rating-star--rate">Rate</span></button></div></span></div></div><div class="cli-post-element"><button title="See more information" class="ipc-icon-button cli-info-icon"><svg></svg></button></div></div></li>`)}</ul></div></main>`,
    ),
  };
}

/** Code hosts, citation indexes and catalogues. */
export const catalogues: readonly ImitatedSite[] = [
  repositories(),
  packages(),
  citations(),
  preprints(),
  libraryCatalogue(),
  filmChart(),
];

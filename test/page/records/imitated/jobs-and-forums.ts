// cspell:disable
import { click, each, filters, type ImitatedSite, looks, make, of, page, sortMenu } from './site-kit';

const people = ['amara_k', 'benno', 'chloe.d', 'dmitri', 'elif77', 'farah'];
const towns = ['Leeds', 'Bristol', 'York', 'Cardiff'];
const questions = ['flash the boot loader', 'mount a shared drive', 'rotate the backups', 'sort a sparse matrix'];

function jobCards(): ImitatedSite {
  const c = looks('emotion', 77);
  const rows = make(15, (i) => ({
    'title|job title|name': `${of(['Registered Nurse', 'Forklift Driver', 'Data Analyst', 'Line Cook'], i)} ${i + 1}`,
    'company|company name': `${of(['Acorn Care', 'Northline Logistics', 'Brightwell'], i)} ${i + 1} Ltd`,
    'location|text location|company location': `${of(towns, i)} LS${i + 1}`,
    'salary|pay|salary snippet': i % 3 === 2 ? undefined : [`£${28 + i},000 - £${34 + i},000 a year`, 28000 + i * 1000],
    'company rating|rating': i % 2 ? [3 + (i % 10) / 10] : undefined,
    'job type|type': of(['Full-time', 'Part-time', 'Permanent'], i),
    'description|snippet|summary': `Lead a team of ${i + 2} on day shifts., Write weekly reports for the ${of(towns, i)} site.`,
    'link|url': `/rc/clk?jk=${7700 + i}a&vjs=3`,
  }));
  return {
    name: 'job cards',
    path: '/jobs',
    language: 'en',
    rows,
    wanted: [
      'title|job title|name',
      'company|company name',
      'location|text location|company location',
      'salary|pay|salary snippet',
      'link|url',
    ],
    html: page(
      'en',
      'Jobs',
      `<div id="mosaic-jobResults"><div class="jobsearch-JobCountAndSortPane"><span>8,112 jobs</span><span>Sort by: <a href="?sort=date">date</a></span></div><div id="mosaic-provider-jobcards"><ul${c('ul')}>${each(rows, (row, i) => `<li${c('li')}><div class="cardOutline tapItem dd-privacy-allow result job_${7700 + i}a" data-r><div class="slider_container"${c('sc')}><div class="slider_item"${c('si')}><div class="job_seen_beacon"><table class="mainContentTable" cellpadding="0" role="presentation"><tbody><tr><td class="resultContent"><div${c('tw')}><h2 class="jobTitle" tabindex="-1"><a id="job_${7700 + i}a" data-jk="${7700 + i}a" role="button" aria-label="full details of ${row['title|job title|name']}" class="jcs-JobTitle" href="${row['link|url']}"><span id="jobTitle-${7700 + i}a" title="${row['title|job title|name']}"${click(i)}>${row['title|job title|name']}</span></a></h2></div><div class="company_location"><div${c('cl')}><span data-testid="company-name">${row['company|company name']}</span>${i % 2 ? `<a href="/cmp/x${i}/reviews"><span>${3 + (i % 10) / 10}</span></a>` : ''}</div><div data-testid="text-location"><span>${row['location|text location|company location']}</span></div></div><div class="jobMetaDataGroup"><ul${c('mu')}>${row['salary|pay|salary snippet'] ? `<li class="salary-snippet-container"><div data-testid="attribute_snippet_testid">${row['salary|pay|salary snippet'][0]}</div></li>` : ''}<li${c('ml')}><div data-testid="attribute_snippet_testid">${row['job type|type']}</div></li></ul></div></td></tr></tbody></table><table class="jobCardShelfContainer" role="presentation"><tbody><tr class="underShelfFooter"><td><div data-testid="belowJobSnippet"><ul style="list-style-type:circle"><li>Lead a team of ${i + 2} on day shifts.</li><li>Write weekly reports for the ${of(towns, i)} site.</li></ul></div></td></tr></tbody></table></div></div></div></div></li>${i % 5 === 4 ? `<li${c('li')}><div id="mosaic-afterFifthJobResult" class="mosaic-zone"><div class="mosaic mosaic-empty-zone"></div></div></li>` : ''}`)}</ul></div><nav role="navigation" aria-label="pagination"><ul><li><a data-testid="pagination-page-current" aria-label="1">1</a></li><li><a href="/jobs?start=10" data-testid="pagination-page-2" aria-label="2">2</a></li><li><a href="/jobs?start=10" data-testid="pagination-page-next" aria-label="Next Page" data-n><svg></svg></a></li></ul></nav></div>`,
    ),
  };
}

function networkJobs(): ImitatedSite {
  const rows = make(12, (i) => ({
    'title|name': `${of(['Platform Engineer', 'Product Designer', 'Account Manager'], i)} ${of(['II', 'Senior', 'Lead'], i)} ${i}`,
    'company|subtitle': `${of(['Fernwood', 'Kitehill', 'Larkspur'], i)} ${i}`,
    'location|place': `${of(towns, i)}, England, United Kingdom`,
    'date|datetime|posted|time': [`2026-03-0${(i % 9) + 1}`, `${i + 1} days ago`],
    benefit: of(['Be an early applicant', 'Actively Hiring'], i),
    'link|url': `/jobs/view/engineer-${i}-at-co-39${100 + i}?refId=abc`,
    image: `/dms/image/C4E0BAQ${i}/company-logo_100_100/0`,
  }));
  return {
    name: 'jobs of a network',
    language: 'en',
    rows,
    wanted: ['title|name', 'company|subtitle', 'location|place', 'date|datetime|posted|time', 'link|url', 'image'],
    html: page(
      'en',
      'Jobs',
      `<main class="two-pane-serp-page__results"><section><ul class="jobs-search__results-list">${each(rows, (row, i) => `<li><div class="base-card relative w-full hover:no-underline focus:no-underline base-card--link base-search-card base-search-card--link job-search-card" data-entity-urn="urn:li:jobPosting:39${100 + i}" data-row="${i + 1}" data-r><a class="base-card__full-link absolute top-0 right-0 bottom-0 left-0 p-0 z-[2]" href="${row['link|url']}"><span class="sr-only">${row['title|name']}</span></a><div class="search-entity-media"><img class="artdeco-entity-image artdeco-entity-image--square-4 lazy-loaded" data-delayed-url="${row.image}" data-ghost-classes="artdeco-entity-image--ghost" alt=""></div><div class="base-search-card__info"><h3 class="base-search-card__title"${click(i, 5)}>${row['title|name']}</h3><h4 class="base-search-card__subtitle"><a class="hidden-nested-link" href="/company/co-${i}?trk=x">${row['company|subtitle']}</a></h4><div class="base-search-card__metadata"><span class="job-search-card__location">${row['location|place']}</span><div class="job-posting-benefits text-sm"><icon class="job-posting-benefits__icon"></icon><span class="job-posting-benefits__text">${row.benefit}</span></div><time class="job-search-card__listdate" datetime="2026-03-0${(i % 9) + 1}">${i + 1} days ago</time></div></div></div></li>`)}</ul><button class="infinite-scroller__show-more-button infinite-scroller__show-more-button--visible" aria-label="See more jobs" data-n>See more jobs</button></section></main>`,
    ),
  };
}

function germanJobs(): ImitatedSite {
  const c = looks('styled', 91);
  const rows = make(12, (i) => ({
    'title|name|job title': `${of(['Elektroniker', 'Pflegefachkraft', 'Buchhalter'], i)} (m/w/d) ${of(['Vollzeit', 'Teilzeit'], i)} ${i + 1}`,
    'company|firma|unternehmen': `${of(['Stadtwerke', 'Klinikum', 'Steuerbüro'], i)} ${of(['Süd', 'Nord', 'West'], i)} ${i} GmbH`,
    'location|place|ort': of(['Hamburg', 'Köln', 'Leipzig, Halle', 'Bremen'], i),
    'salary|gehalt|price': i % 2 ? [`${38 + i}.000 - ${48 + i}.000 €/Jahr`, 38000 + i * 1000] : undefined,
    'home office|remote': of(['Teilweise Home-Office', 'Kein Home-Office'], i),
    'date|posted|time': [`2026-03-0${(i % 9) + 1}T08:00:00Z`, `vor ${i + 2} Tagen`],
    'description|text': `Sie übernehmen die ${of(['Wartung der Anlagen', 'Versorgung der Station', 'Abschlüsse'], i)} im Team ${i}. Wir bieten 30 Tage Urlaub und einen sicheren Arbeitsplatz in guter Lage.`,
    'link|url': `/stellenangebote--Job-${i}--1100${10 + i}-inline.html`,
    image: `/upload_de/logo/${i}.gif`,
  }));
  return {
    name: 'German jobs',
    language: 'de',
    rows,
    wanted: [
      'title|name|job title',
      'company|firma|unternehmen',
      'location|place|ort',
      'salary|gehalt|price',
      'link|url',
      'image',
    ],
    html: page(
      'de',
      'Stellenangebote',
      `<div${c('root')}>${filters(['Gehalt', 'Arbeitszeit'])}<div${c('hd')}><h1>1.240 Jobs</h1>${sortMenu(['Relevanz', 'Datum'])}</div><div data-genesis-element="CARD_GROUP"${c('grp')}>${each(rows, (row, i) => `<article id="job-item-1100${10 + i}" data-at="job-item" data-genesis-element="CARD"${c('art')} data-r><div${c('in')}><div${c('lg')}><a href="/cmp/de/firma-${i}" data-at="company-logo" tabindex="-1"><img src="${row.image}" alt="" loading="lazy"></a></div><div${c('bd')}>${i % 4 === 0 ? `<span${c('top')}><span>Top-Job</span></span>` : ''}<h2${c('h2')}><a href="${row['link|url']}" data-at="job-item-title" target="_blank"${c('a')}><div${c('ad')}><div${c('ae')}${click(i)}>${row['title|name|job title']}</div></div></a></h2><span data-at="job-item-company-name"${c('co')}><span${c('ic')}><svg></svg></span><span${c('tx')}><div>${row['company|firma|unternehmen']}</div></span></span><span data-at="job-item-location"${c('co')}><span${c('ic')}><svg></svg></span><span${c('tx')}>${row['location|place|ort']}</span></span><span data-at="job-item-work-from-home"${c('co')}><span${c('ic')}><svg></svg></span><span${c('tx')}>${row['home office|remote']}</span></span>${row['salary|gehalt|price'] ? `<span data-at="job-item-salary-info"${c('co')}><span${c('ic')}><svg></svg></span><span${c('tx')}>${row['salary|gehalt|price'][0]}</span></span>` : ''}<div data-at="jobcard-content"${c('sn')}><span>${row['description|text']}</span><span${c('mo')}>mehr</span></div><span data-at="job-item-timeago"${c('tm')}><time datetime="2026-03-0${(i % 9) + 1}T08:00:00Z">vor ${i + 2} Tagen</time></span></div></div></article>`)}</div><nav aria-label="pagination"><ul${c('pu')}><li><a aria-current="page" aria-label="1" href="?page=1">1</a></li><li><a aria-label="2" href="?page=2">2</a></li><li><a aria-label="Nächste" href="?page=2" data-n><svg></svg></a></li></ul></nav></div>`,
    ),
  };
}

function questionSite(): ImitatedSite {
  const rows = make(15, (i) => ({
    'title|name': `How do I ${of(questions, i)} without root in version ${i + 2}?`,
    'votes|score': [i - 2, `${i - 2} votes`],
    answers: [i % 4, `${i % 4} answers`],
    views: [20 + i * 13, `${20 + i * 13} views`],
    'excerpt|description|text': `I have tried the manual for release ${i + 2} and it says to use the graphical tool, but on a headless server there is none. What is the way to do it from the shell...`,
    tags: [`linux, ${of(['bash', 'raid', 'cron'], i)}`],
    'author|user|asked by': `${of(people, i)}${i}`,
    image: `/av/${i}?s=32`,
    reputation: [100 + i * 7, `${100 + i * 7}`],
    'date|time|asked': [
      `2026-03-0${(i % 9) + 1}T10:${10 + i}:00Z`,
      `2026-03-0${(i % 9) + 1} 10:${10 + i}:00Z`,
      `asked ${i + 1} mins ago`,
      `${i + 1} mins ago`,
    ],
    'link|url': `/questions/77${100 + i}/how-do-i`,
  }));
  return {
    name: 'questions and answers',
    path: '/questions?tab=newest',
    language: 'en',
    rows,
    wanted: ['title|name', 'votes|score', 'answers', 'views', 'tags', 'author|user|asked by', 'link|url'],
    html: page(
      'en',
      'Newest Questions',
      `<div id="mainbar"><h1>Newest Questions</h1><div><a class="s-btn is-selected" href="?tab=Newest">Newest</a><a class="s-btn" href="?tab=Active">Active</a></div><div id="questions" class="flush-left">${each(rows, (row, i) => `<div id="question-summary-77${100 + i}" class="s-post-summary js-post-summary" data-post-id="77${100 + i}" data-post-type-id="1" data-r><div class="s-post-summary--stats js-post-summary-stats"><div class="s-post-summary--stats-item s-post-summary--stats-item__emphasized" title="Score of ${i - 2}"><span class="s-post-summary--stats-item-number">${i - 2}</span> <span class="s-post-summary--stats-item-unit">votes</span></div><div class="s-post-summary--stats-item ${i % 4 ? 'has-answers' : ''}" title="${i % 4} answers"><span class="s-post-summary--stats-item-number">${i % 4}</span> <span class="s-post-summary--stats-item-unit">answers</span></div><div class="s-post-summary--stats-item" title="${20 + i * 13} views"><span class="s-post-summary--stats-item-number">${20 + i * 13}</span> <span class="s-post-summary--stats-item-unit">views</span></div></div><div class="s-post-summary--content"><h3 class="s-post-summary--content-title"><a href="${row['link|url']}" class="s-link"${click(i)}>${row['title|name']}</a></h3><div class="s-post-summary--content-excerpt">${row['excerpt|description|text']}</div><div class="s-post-summary--meta"><div class="s-post-summary--meta-tags d-inline-block tags js-tags"><ul class="ml0 list-ls-none js-post-tag-list-wrapper d-inline"><li class="d-inline mr4 js-post-tag-list-item"><a href="/questions/tagged/linux" class="s-tag post-tag" title="show questions tagged 'linux'" rel="tag">linux</a></li><li class="d-inline mr4 js-post-tag-list-item"><a href="/questions/tagged/x${i % 3}" class="s-tag post-tag" rel="tag">${of(['bash', 'raid', 'cron'], i)}</a></li></ul></div><div class="s-user-card s-user-card__minimal"><a href="/users/${i}/u" class="s-avatar s-avatar__16 s-user-card--avatar"><div class="gravatar-wrapper-16"><img src="/av/${i}?s=32" alt="${row['author|user|asked by']}'s user avatar" width="16" class="s-avatar--image"></div></a><div class="s-user-card--info"><div class="s-user-card--link d-flex gs4"><a href="/users/${i}/u" class="flex--item">${row['author|user|asked by']}</a></div><ul class="s-user-card--awards"><li class="s-user-card--rep"><span class="todo-no-class-here" title="reputation score " dir="ltr">${100 + i * 7}</span></li></ul></div><time class="s-user-card--time">asked <span title="2026-03-0${(i % 9) + 1} 10:${10 + i}:00Z" class="relativetime">${i + 1} mins ago</span></time></div></div></div></div>`)}</div><div class="s-pagination site1 themed pager float-left"><div class="s-pagination--item is-selected">1</div><a class="s-pagination--item js-pagination-item" href="/questions?tab=newest&amp;page=2" rel="" title="Go to page 2">2</a><div class="s-pagination--item s-pagination--item__clear">…</div><a class="s-pagination--item js-pagination-item" href="/questions?tab=newest&amp;page=900" title="Go to page 900">900</a><a class="s-pagination--item js-pagination-item" href="/questions?tab=newest&amp;page=2" rel="next" title="Go to page 2" data-n> Next</a></div></div><div id="sidebar"><div class="s-sidebarwidget"><div>Hot Network Questions</div><ul>${each(
        make(5, (i) => i),
        (i) => `<li><div class="favicon"></div><a href="/hot/${i}">Why is the sky ${i}?</a></li>`,
      )}</ul></div></div>`,
    ),
  };
}

function boardInLists(): ImitatedSite {
  const rows = make(12, (i) => ({
    'title|topic|name': `${of(['Blinking light on', 'Update fails for', 'Review of'], i)} model X${i + 1}`,
    'author|username|by': of(people, i),
    'replies|posts': [i * 3, `${i * 3} Replies`],
    views: [100 + i * 57, `${100 + i * 57} Views`],
    'last post|date|lastpost': [`Wed Mar ${10 + i}, 2026 4:0${i % 10} pm`, `2026-03-${10 + i}T16:0${i % 10}:00+00:00`],
    'last author|last post by': of(people, i + 2),
    'started|topic date': [`Mon Feb ${10 + i}, 2026 9:1${i % 10} am`, `2026-02-${10 + i}T09:1${i % 10}:00+00:00`],
    'link|url': `./viewtopic.php?t=${500 + i}`,
  }));
  const row = (one: (typeof rows)[number], i: number, real: boolean) =>
    `<li class="row bg${(i % 2) + 1}${real ? '' : ' global-announce'}"${real ? ' data-r' : ''}><dl class="row-item ${real ? 'topic_read' : 'announce_read'}"><dt title="No unread posts"><div class="list-inner"><a href="${one['link|url']}" class="topictitle"${real ? click(i) : ''}>${one['title|topic|name']}</a>${i % 4 === 3 ? ' <i class="icon fa-paperclip fa-fw" title="Attachment(s)"></i>' : ''}<br><div class="responsive-show" style="display: none;">Last post by <a href="./memberlist.php?u=${i + 2}" class="username">${one['last author|last post by']}</a> « <a href="${one['link|url']}&amp;p=9#p9" title="Go to last post"><time datetime="2026-03-${10 + i}T16:0${i % 10}:00+00:00">${one['last post|date|lastpost'][0]}</time></a></div><span class="responsive-show left-box" style="display: none;">Replies: <strong>${i * 3}</strong></span><div class="topic-poster responsive-hide left-box">${i % 5 === 2 ? '<div class="pagination"><ul><li><a class="button" href="./x">1</a></li><li><a class="button" href="./y">2</a></li></ul></div>' : ''}by <a href="./memberlist.php?u=${i}" class="username">${one['author|username|by']}</a> » <time datetime="2026-02-${10 + i}T09:1${i % 10}:00+00:00">${one['started|topic date'][0]}</time></div></div></dt><dd class="posts">${i * 3} <dfn>Replies</dfn></dd><dd class="views">${100 + i * 57} <dfn>Views</dfn></dd><dd class="lastpost"><span><dfn>Last post </dfn>by <a href="./memberlist.php?u=${i + 2}" class="username">${one['last author|last post by']}</a> <a href="${one['link|url']}&amp;p=9#p9" title="Go to last post"><i class="icon fa-external-link-square fa-fw"></i><span class="sr-only"></span></a><br><time datetime="2026-03-${10 + i}T16:0${i % 10}:00+00:00">${one['last post|date|lastpost'][0]}</time></span></dd></dl></li>`;
  return {
    name: 'board in lists',
    path: '/viewforum.php?f=2',
    language: 'en',
    rows,
    wanted: ['title|topic|name', 'author|username|by', 'replies|posts', 'views', 'last post|date|lastpost', 'link|url'],
    html: page(
      'en',
      'General discussion',
      `<div id="page-body" class="page-body"><h2 class="forum-title"><a href="./viewforum.php?f=2">General discussion</a></h2><div class="action-bar bar-top"><a href="./posting.php" class="button" title="Post a new topic"><span>New Topic</span></a><div class="pagination">240 topics <ul><li class="active"><span>1</span></li><li><a class="button" href="./viewforum.php?f=2&amp;start=12" role="button">2</a></li><li class="arrow next"><a class="button button-icon-only" href="./viewforum.php?f=2&amp;start=12" rel="next" role="button"><i class="icon fa-chevron-right"></i><span class="sr-only">Next</span></a></li></ul></div></div><div class="forumbg announcement"><div class="inner"><ul class="topiclist"><li class="header"><dl class="row-item"><dt><div class="list-inner">Announcements</div></dt><dd class="posts">Replies</dd><dd class="views">Views</dd><dd class="lastpost"><span>Last post</span></dd></dl></li></ul><ul class="topiclist topics">${row({ ...rows[0]!, 'title|topic|name': 'Forum rules', 'link|url': './viewtopic.php?t=1' }, 0, false)}</ul></div></div><div class="forumbg"><div class="inner"><ul class="topiclist"><li class="header"><dl class="row-item"><dt><div class="list-inner">Topics</div></dt><dd class="posts">Replies</dd><dd class="views">Views</dd><dd class="lastpost"><span>Last post</span></dd></dl></li></ul><ul class="topiclist topics">${each(rows, (one, i) => row(one, i, true))}</ul></div></div><div class="action-bar bar-bottom"><div class="sort-tools">${sortMenu(['Post time', 'Author'])}</div><div class="pagination">240 topics <ul><li class="active"><span>1</span></li><li><a class="button" href="./viewforum.php?f=2&amp;start=12" role="button">2</a></li><li class="arrow next"><a class="button button-icon-only" href="./viewforum.php?f=2&amp;start=12" rel="next" role="button" data-n><i class="icon fa-chevron-right"></i><span class="sr-only">Next</span></a></li></ul></div></div></div>`,
    ),
  };
}

function boardInTable(): ImitatedSite {
  const rows = make(14, (i) => ({
    'title|discussion|name|topic': `${of(['Panne de', 'Question sur', 'Mise à jour de'], i)} pilote ${i + 1}`,
    'author|by|auteur': [of(people, i), `par ${of(people, i)}`],
    'réponses|replies': i * 2,
    'vues|views': i * 57 + 12,
    'dernier message|last post|date': [
      `${i % 2 ? 'Hier' : "Aujourd'hui"} 1${i % 10}:04:22`,
      `${i % 2 ? 'Hier' : "Aujourd'hui"} 1${i % 10}:04:22 par ${of(people, i + 1)}`,
    ],
    'last author': [of(people, i + 1), `par ${of(people, i + 1)}`],
    'link|url': `viewtopic.php?id=${i + 40}`,
  }));
  return {
    name: 'board in a table',
    path: '/viewforum.php?id=3',
    language: 'fr',
    rows,
    hasHeaders: true,
    wanted: [
      'title|discussion|name|topic',
      'author|by|auteur',
      'réponses|replies',
      'vues|views',
      'dernier message|last post|date',
      'link|url',
    ],
    html: page(
      'fr',
      'Installation',
      `<div id="punviewforum" class="pun"><div class="linkst"><div class="inbox crumbsplus"><ul class="crumbs"><li><a href="index.php">Accueil</a></li><li><span>» </span><strong><a href="viewforum.php?id=3">Installation</a></strong></li></ul><div class="pagepost"><p class="pagelink conl"><span class="pages-label">Pages : </span><strong class="item1">1</strong> <a href="viewforum.php?id=3&amp;p=2">2</a> <a href="viewforum.php?id=3&amp;p=3">3</a> <span class="spacer">…</span> <a href="viewforum.php?id=3&amp;p=90">90</a> <a rel="next" href="viewforum.php?id=3&amp;p=2" data-n>Suivante</a></p></div></div></div><div id="vf" class="blocktable"><h2><span>Installation</span></h2><div class="box"><div class="inbox"><table><thead><tr><th class="tcl" scope="col">Discussion</th><th class="tc2" scope="col">Réponses</th><th class="tc3" scope="col">Vues</th><th class="tcr" scope="col">Dernier message</th></tr></thead><tbody>${each(rows, (row, i) => `<tr class="row${i % 2 ? 'even' : 'odd'} ${i === 0 ? 'isticky' : 'inew'}" data-r><td class="tcl"><div class="icon ${i === 0 ? 'icon-sticky' : 'icon-new'}"><div class="nosize">${i + 1}</div></div><div class="tclcon"><div>${i === 0 ? '<span class="stickytext">Épinglée : </span>' : ''}<a href="${row['link|url']}"${click(i, 3)}>${row['title|discussion|name|topic']}</a> <span class="byuser">par ${row['author|by|auteur']}</span></div></div></td><td class="tc2">${row['réponses|replies']}</td><td class="tc3">${row['vues|views']}</td><td class="tcr"><a href="viewtopic.php?pid=${i}#p${i}">${row['dernier message|last post|date'][0]}</a> <span class="byuser">par ${of(people, i + 1)}</span></td></tr>`)}</tbody></table></div></div></div></div>`,
    ),
  };
}

/** Job boards, question-and-answer sites and classic forums. */
export const jobsAndForums: readonly ImitatedSite[] = [
  jobCards(),
  networkJobs(),
  germanJobs(),
  questionSite(),
  boardInLists(),
  boardInTable(),
];

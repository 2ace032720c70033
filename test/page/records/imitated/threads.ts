// cspell:disable
import { click, each, type ImitatedSite, looks, make, of, page, sortMenu } from './site-kit';

const people = ['amara_k', 'benno', 'chloe_d', 'dmitri', 'elif77', 'farah'];

function topicTable(): ImitatedSite {
  const rows = make(14, (i) => ({
    'topic|title|name': `${of(['Sourdough too dense', 'Best rye flour', 'Starter smells odd'], i)} (batch ${i + 1})`,
    category: of(['Support', 'Recipes', 'Equipment'], i),
    participants: `a${i} - Original Poster`,
    created: `2026-03-${String(i + 1).padStart(2, '0')}T09:00:00`,
    'replies|posts': [i * 4 + 1, `${i * 4 + 1}`],
    views: [`${((i + 1) * 1.3).toFixed(1)}k`, Math.round((i + 1) * 1300)],
    'activity|age|date': `${i + 1}h`,
    'link|url': `/t/topic-${i}/${800 + i}`,
    'posters|image': `/user_avatar/a${i}/48/1.png`,
  }));
  return {
    name: 'topics of a forum',
    language: 'en',
    rows,
    hasHeaders: true,
    wanted: ['topic|title|name', 'category', 'replies|posts', 'views', 'activity|age|date', 'link|url'],
    html: page(
      'en',
      'Latest topics',
      `<div id="list-area"><ul class="nav nav-pills" id="navigation-bar"><li class="active"><a href="/latest">Latest</a></li><li><a href="/top">Top</a></li></ul><table class="topic-list ember-view"><thead class="topic-list-header"><tr><th data-sort-order="default" class="default topic-list-data" scope="col"><span>Topic</span></th><th class="posters topic-list-data" scope="col"><span class="sr-only">Participants</span></th><th data-sort-order="posts" class="posts sortable num topic-list-data" aria-label="Sort by replies" aria-sort="none" tabindex="0" scope="col"><button>Replies</button></th><th data-sort-order="views" class="views sortable num topic-list-data" scope="col" tabindex="0"><button>Views</button></th><th data-sort-order="activity" class="activity sortable num topic-list-data sorting" aria-sort="descending" scope="col"><button>Activity<svg></svg></button></th></tr></thead><tbody class="topic-list-body">${each(
        rows,
        (row, i) =>
          `<tr data-topic-id="${800 + i}" class="topic-list-item category-support ember-view${i === 0 ? ' pinned' : ''}" data-r><td class="main-link clearfix topic-list-data" colspan="1"><span class="link-top-line" role="heading" aria-level="2">${i === 0 ? '<a href="" title="pinned" class="topic-status pin-toggle-button pinned"><svg></svg></a>' : ''}<a href="${row['link|url']}" role="heading" aria-level="2" class="title raw-link raw-topic-link" data-topic-id="${800 + i}"${click(i, 3)}>${row['topic|title|name']}</a>${i % 4 === 1 ? `<span class="topic-post-badges"> <a href="${row['link|url']}/2" title="unread" class="badge badge-notification new-topic"></a></span>` : ''}</span><div class="link-bottom-line"><a class="badge-category__wrapper" href="/c/${i % 3}"><span data-category-id="${i % 3}" class="badge-category --style-square" title="About"><span class="badge-category__name">${row.category}</span></span></a></div>${i === 0 ? '<a href="/t/topic-0/800" class="topic-excerpt">Welcome! Please read this first.</a>' : ''}</td><td class="posters topic-list-data">${each(
            make(1 + (i % 4), (n) => n),
            (n) =>
              `<a href="/u/${'abcd'[n]}${i}" data-user-card="${'abcd'[n]}${i}" class="${n === 0 ? 'latest' : ''}"><img alt="${'abcd'[n]}${i}" width="24" height="24" src="/user_avatar/${'abcd'[n]}${i}/48/1.png" class="avatar" title="${'abcd'[n]}${i} - ${n === 0 ? 'Original Poster' : 'Frequent Poster'}"></a>`,
          )}</td><td class="num posts-map posts topic-list-data" title="This topic has ${i * 4 + 1} replies"><button class="btn-link posts-map badge-posts"><span class="number">${i * 4 + 1}</span></button></td><td class="num views topic-list-data"><span class="number" title="this topic has been viewed ${(i + 1) * 1300} times">${row.views[0]}</span></td><td class="activity num topic-list-data age" title="Created: Mar ${i + 1}, 2026 9:00 am"><a class="post-activity" href="${row['link|url']}/9"><span class="relative-date" data-time="17726${i}0000000" data-format="tiny">${row['activity|age|date']}</span></a></td></tr>`,
      )}</tbody></table></div>`,
    ),
  };
}

function topicList(): ImitatedSite {
  const rows = make(12, (i) => ({
    'title|name|topic': `${of(['Plugin loader hangs', 'Dark theme flickers', 'Email digest empty'], i)} on node ${14 + i}`,
    category: of(['Bug Reports', 'Development', 'General'], i),
    votes: [i % 5, `${i % 5}`],
    'posts|replies': [i * 6 + 2, `${i * 6 + 2}`],
    views: [`${i + 1}.${i % 10}k`, i * 100],
    'date|time': [`2026-03-0${(i % 9) + 1}T08:${10 + i}:00.000Z`],
    'author|user': of(people, i),
    'teaser|text|last reply': `Thanks, that did the trick for build ${i}.`,
    'link|url': `/topic/${1900 + i}/topic-slug`,
    image: `/assets/uploads/profile/uid-${i}.png`,
  }));
  return {
    name: 'topics with utility classes',
    language: 'en',
    rows,
    wanted: ['title|name|topic', 'category', 'votes', 'posts|replies', 'views', 'link|url'],
    html: page(
      'en',
      'Recent',
      `<div class="recent"><div class="topic-list-header sticky-top d-flex p-2"><div class="btn-group"><button>Recently Replied</button><ul class="dropdown-menu"><li><a class="dropdown-item" href="?sort=old">Oldest</a></li></ul></div></div><div class="category"><ul component="category" class="topics-list list-unstyled" itemscope itemtype="http://www.schema.org/ItemList" data-nextstart="20" data-set="topics:recent">${each(rows, (row, i) => `<li component="category/topic" class="category-item hover-parent border-bottom py-3 py-lg-4 d-flex flex-column flex-lg-row align-items-start" data-tid="${1900 + i}" data-index="${i}" data-cid="${i % 3}" itemprop="itemListElement" itemscope itemtype="https://schema.org/ListItem" data-r><link itemprop="url" content="${row['link|url']}"><meta itemprop="name" content="${row['title|name|topic']}"><meta itemprop="itemListOrder" content="descending"><meta itemprop="position" content="${i + 1}"><a id="${i}" component="topic/anchor"></a><div class="d-flex p-0 col-12 col-lg-7 gap-2 gap-lg-3 pe-1 align-items-start"><div class="flex-shrink-0 position-relative"><a class="d-inline-block text-decoration-none avatar-tooltip" title="${of(people, i)}" href="/user/${of(people, i)}"><img title="${of(people, i)}" alt="${of(people, i)}" class="avatar avatar-rounded" style="--avatar-size: 48px;" component="user/picture" src="${row.image}"></a></div><div class="flex-grow-1 d-flex flex-wrap gap-1 position-relative"><h3 component="topic/header" class="title text-break fs-5 fw-semibold m-0 tracking-tight w-100"><a class="text-reset" href="${row['link|url']}"${click(i, 1)}>${row['title|name|topic']}</a></h3><span component="topic/labels" class="d-flex flex-wrap gap-1 hidden"><span component="topic/pinned" class="badge border border-gray-300 text-body hidden"><i class="fa fa-thumb-tack"></i> Pinned</span><span component="topic/locked" class="badge border border-gray-300 text-body hidden"><i class="fa fa-lock"></i> Locked</span></span><div class="d-flex gap-1 d-block w-100"><a href="/category/${i % 3}" class="badge px-1 text-truncate text-decoration-none border" style="background-color: #e95c5a">${row.category}</a><div class="d-none d-lg-flex gap-1"><a href="${row['link|url']}" class="timeago text-muted text-xs" title="2026-03-0${(i % 9) + 1}T08:${10 + i}:00.000Z"></a></div></div></div></div><div class="d-flex p-0 col-lg-5 col-12 align-content-stretch"><div class="meta stats d-none d-lg-grid col-6 gap-1 pe-2 text-muted" style="grid-template-columns: 1fr 1fr 1fr;"><div class="stats-votes card card-header border-0 p-2 overflow-hidden rounded-1 d-flex flex-column align-items-center"><span class="fs-5 ff-secondary lh-1" title="${i % 5}">${i % 5}</span><span class="d-none d-xl-flex text-lowercase text-xs">Votes</span></div><div class="stats-postcount card card-header border-0 p-2 overflow-hidden rounded-1 d-flex flex-column align-items-center"><span class="fs-5 ff-secondary lh-1" title="${i * 6 + 2}">${i * 6 + 2}</span><span class="d-none d-xl-flex text-lowercase text-xs">Posts</span></div><div class="stats-viewcount card card-header border-0 p-2 overflow-hidden rounded-1 d-flex flex-column align-items-center"><span class="fs-5 ff-secondary lh-1" title="${i * 100}">${row.views[0]}</span><span class="d-none d-xl-flex text-lowercase text-xs">Views</span></div></div><div component="topic/teaser" class="meta teaser ps-5 ps-lg-0 col-lg-6 col-12"><div class="lastpost border-start border-2 lh-sm h-100 d-flex flex-column gap-1"><div class="ps-2"><a href="/user/z${i}" class="text-decoration-none avatar-tooltip" title="z${i}"><span class="avatar avatar-rounded" style="--avatar-size: 18px;">Z</span></a> <a class="permalink text-muted timeago text-xs" href="${row['link|url']}/9" title="2026-03-1${i % 10}T10:00:00.000Z">${i + 1} hours ago</a></div><div class="post-content text-xs ps-2 line-clamp-sm-2 text-break">${row['teaser|text|last reply']}</div></div></div></div></li>`)}</ul></div><nav component="pagination" class="pagination-container mt-3"><ul class="pagination pagination-sm justify-content-center"><li class="page-item previous disabled"><a class="page-link rounded-1" href="?" data-page="1"><i class="fa fa-chevron-left"></i></a></li><li class="page-item page active"><a class="page-link" href="?page=1" data-page="1">1</a></li><li class="page-item page"><a class="page-link" href="?page=2" data-page="2">2</a></li><li class="page-item next"><a rel="next" class="page-link rounded-1" href="?page=2" data-page="2" data-n><i class="fa fa-chevron-right"></i></a></li></ul></nav></div>`,
    ),
  };
}

function linkRanking(): ImitatedSite {
  const rows = make(15, (i) => ({
    rank: [i + 1, `${i + 1}.`],
    'title|titleline|name': `${of(['A small allocator', 'Why queues fill up', 'Show: my kiln controller'], i)} in ${of(['Zig', 'Rust', 'C'], i)} ${i + 1}`,
    'site|sitestr|source': `host${i}.example`,
    'points|score': [120 - i * 5, `${120 - i * 5} points`],
    'author|user|by': of(people, i),
    'date|age|time': [`2026-03-01T0${i % 10}:11:12`, `${i + 1} hours ago`],
    comments: [i * 9 + 3, `${i * 9 + 3} comments`],
    'link|url': `https://host${i}.example/post/${i}`,
  }));
  return {
    name: 'ranking of links',
    language: 'en',
    rows,
    wanted: ['title|titleline|name', 'points|score', 'author|user|by', 'comments', 'link|url'],
    html: `<html lang="en" op="news"><head><title>News</title></head><body><center><table id="hnmain" border="0" cellpadding="0" cellspacing="0" width="85%" bgcolor="#f6f6ef"><tr><td bgcolor="#ff6600"><table border="0" width="100%"><tr><td><a href="/"><img src="y18.svg"></a></td><td><span class="pagetop"><b class="hnname"><a href="news">News</a></b><a href="newest">new</a> | <a href="front">past</a> | <a href="newcomments">comments</a></span></td><td><span class="pagetop"><a href="login?goto=news">login</a></span></td></tr></table></td></tr><tr id="pagespace" style="height:10px"></tr><tr><td><table border="0" cellpadding="0" cellspacing="0">${each(rows, (row, i) => `<tr class="athing submission" id="47${100 + i}" data-r><td align="right" valign="top" class="title"><span class="rank">${i + 1}.</span></td><td valign="top" class="votelinks"><center><a id="up_47${100 + i}" href="vote?id=47${100 + i}&amp;how=up&amp;goto=news"><div class="votearrow" title="upvote"></div></a></center></td><td class="title"><span class="titleline"><a href="${row['link|url']}"${click(i, 4)}>${row['title|titleline|name']}</a><span class="sitebit comhead"> (<a href="from?site=${row['site|sitestr|source']}"><span class="sitestr">${row['site|sitestr|source']}</span></a>)</span></span></td></tr><tr><td colspan="2"></td><td class="subtext"><span class="subline"><span class="score" id="score_47${100 + i}">${120 - i * 5} points</span> by <a href="user?id=${of(people, i)}" class="hnuser">${of(people, i)}</a> <span class="age" title="2026-03-01T0${i % 10}:11:12 1772336${i}"><a href="item?id=47${100 + i}">${i + 1} hours ago</a></span> <span id="unv_47${100 + i}"></span> | <a href="hide?id=47${100 + i}&amp;goto=news">hide</a> | <a href="item?id=47${100 + i}">${i * 9 + 3}&nbsp;comments</a></span></td></tr><tr class="spacer" style="height:5px"></tr>`)}<tr class="morespace" style="height:10px"></tr><tr><td colspan="2"></td><td class="title"><a href="?p=2" class="morelink" rel="next" data-n>More</a></td></tr></table></td></tr><tr><td><center><span class="yclinks"><a href="guide">Guidelines</a> | <a href="faq">FAQ</a></span><br><form method="get" action="/search">Search: <input type="text" name="q"></form></center></td></tr></table></center></body></html>`,
  };
}

function linkThings(): ImitatedSite {
  const rows = make(13, (i) => ({
    rank: [i + 1],
    'title|name': `${of(['TIL that otters hold hands', 'My first loaf', 'Map of night trains'], i)} [${i + 1}]`,
    'points|score|likes': [400 - i * 21, `${400 - i * 21}`],
    'domain|site': of(['i.site.example', 'self.bread', 'maps.example'], i),
    'date|time|submitted': [`2026-03-0${(i % 9) + 1}T12:30:15+00:00`, `${i + 2} hours ago`],
    'author|user': of(people, i),
    'subreddit|community|group': `r/${of(['todayilearned', 'bread', 'maps'], i)}`,
    comments: [i * 12 + 7, `${i * 12 + 7} comments`],
    'link|url': `/r/x/comments/1a${i}/slug/`,
    image: i % 4 === 3 ? undefined : `//b.thumbs.example/${i}.jpg`,
  }));
  const thing = (row: (typeof rows)[number], i: number, real: boolean) =>
    `<div class="thing id-t3_1a${i} even link ${real ? '' : 'promoted promotedlink '}" id="thing_t3_1a${i}" data-fullname="t3_1a${i}" data-type="link" data-score="${400 - i * 21}" data-rank="${i + 1}"${real ? ' data-r' : ''}><p class="parent"></p><span class="rank">${i + 1}</span><div class="midcol unvoted"><div class="arrow up login-required" role="button" aria-label="upvote" tabindex="0"></div><div class="score dislikes" title="${399 - i * 21}">${399 - i * 21}</div><div class="score unvoted" title="${400 - i * 21}">${400 - i * 21}</div><div class="score likes" title="${401 - i * 21}">${401 - i * 21}</div><div class="arrow down login-required" role="button" aria-label="downvote" tabindex="0"></div></div>${row.image ? `<a class="thumbnail invisible-when-pinned may-blank" href="${row['link|url']}"><img src="${row.image}" width="70" height="70" alt=""></a>` : ''}<div class="entry unvoted"><div class="top-matter"><p class="title"><a class="title may-blank" href="${row['link|url']}" tabindex="1"${real ? click(i) : ''}>${row['title|name']}</a> <span class="domain">(<a href="/domain/${i % 3}/">${row['domain|site']}</a>)</span></p>${real ? '' : '<span class="promoted-tag">promoted</span>'}<p class="tagline ">submitted <time title="Sun Mar ${(i % 9) + 1} 12:30:15 2026 UTC" datetime="2026-03-0${(i % 9) + 1}T12:30:15+00:00" class="live-timestamp">${i + 2} hours ago</time> by <a href="/user/${of(people, i)}" class="author may-blank">${of(people, i)}</a><span class="userattrs"></span> to <a href="/r/x${i % 3}/" class="subreddit hover may-blank">${row['subreddit|community|group']}</a></p><ul class="flat-list buttons"><li class="first"><a href="${row['link|url']}" class="bylink comments may-blank">${i * 12 + 7} comments</a></li><li class="share"><a class="post-sharing-button" href="javascript: void 0;">share</a></li><li class="link-save-button save-button login-required"><a href="#">save</a></li><li><form><a href="javascript:void(0)">hide</a></form></li></ul></div></div><div class="child"></div><div class="clearleft"></div></div><div class="clearleft"></div>`;
  return {
    name: 'voted links with hidden copies',
    path: '/',
    language: 'en',
    rows,
    wanted: ['title|name', 'points|score|likes', 'author|user', 'comments', 'link|url'],
    html: page(
      'en',
      'hot',
      `<style>.score.likes,.score.dislikes{display:none}</style><div class="side"><div class="spacer"><form id="search"><input name="q"></form></div><div class="spacer"><div class="titlebox"><h1>front page</h1><span class="subscribers"><span class="number">12,345</span> readers</span></div></div></div><div class="content" role="main"><div class="spacer"><div id="siteTable" class="sitetable linklisting">${each(rows, (row, i) => `${i === 3 ? thing({ ...row, 'title|name': 'Buy our mattress' }, 90, false) : ''}${thing(row, i, true)}`)}<div class="nav-buttons"><span class="nextprev">view more: <span class="next-button"><a href="/?count=25&amp;after=t3_1a12" rel="nofollow next" data-n>next ›</a></span></span></div></div></div></div>`,
    ),
  };
}

function shortPosts(): ImitatedSite {
  const c = looks('utility', 123);
  const rows = make(10, (i) => ({
    'author|name|display name|title': `${of(['Amara K.', 'Benno', 'Chloé D.', 'Dmitri'], i)} ${i}`,
    'username|handle|account': `@${of(people, i)}@social.example`,
    'text|content|status|post': `Day ${i + 1} of repairing the kiln: ${of(['the relay is stuck again', 'glaze test came out blue', 'new thermocouple fitted'], i)}. Photos follow.`,
    'date|time': [`2026-03-0${(i % 9) + 1}T10:0${i}:00.000Z`, `${i + 1}h`],
    replies: [i + 1, `${i + 1}`],
    'boosts|reposts': [i * 3 + 2, `${i * 3 + 2}`],
    'favourites|likes|stars': [i * 7 + 5, `${i * 7 + 5}`],
    'link|url': `/@user${i}/1140${i}`,
    'image|avatar': `/avatars/00${i}/original.png`,
  }));
  return {
    name: 'short posts',
    language: 'en',
    rows,
    wanted: ['author|name|display name|title', 'text|content|status|post', 'date|time', 'link|url', 'image|avatar'],
    html: page(
      'en',
      'Live feed',
      `<div${c('m')}>${sortMenu(['All', 'This server'])}<div role="feed"${c('f')}>${each(rows, (row, i) => `<article aria-posinset="${i + 1}" aria-setsize="-1" data-id="1140${i}" tabindex="-1"${c('ar')} data-r><div tabindex="0"${c('sw')}><div${c('st')}><div${c('in')}><a href="${row['link|url']}"${c('rt')} target="_blank" rel="noopener"><span><svg></svg></span><time datetime="2026-03-0${(i % 9) + 1}T10:0${i}:00.000Z" title="Mar ${(i % 9) + 1}, 2026, 10:0${i} AM">${i + 1}h</time></a><a href="/@user${i}" title="@${of(people, i)}@social.example"${c('dn')}><div${c('av')}><div style="width:46px"><img src="${row['image|avatar']}" alt=""></div></div><span${c('nm')}><bdi><strong${c('ht')}>${row['author|name|display name|title']}</strong></bdi> <span${c('ac')}>${row['username|handle|account']}</span></span></a></div><div${c('co')} tabindex="0" lang="en"><div${c('tx')}><p${click(i)}>${row['text|content|status|post']}</p></div></div>${i % 3 === 0 ? `<div${c('mg')}><a href="/media/${i}.png"><img src="/media/${i}-small.png" alt="Kiln"></a></div>` : ''}<div${c('bar')}><button aria-label="Reply" title="Reply"><svg></svg><span>${i + 1}</span></button><button aria-label="Boost" title="Boost"><svg></svg><span>${i * 3 + 2}</span></button><button aria-label="Favourite" title="Favourite"><svg></svg><span>${i * 7 + 5}</span></button></div></div></div></article>`)}<button type="button"${c('lm')} data-n>Load more</button></div></div>`,
    ),
  };
}

/** Forums, and feeds of links and posts. */
export const threads: readonly ImitatedSite[] = [topicTable(), topicList(), linkRanking(), linkThings(), shortPosts()];

/** Pages with a realistic structure and invented text. */
const sentence = (i: number): string =>
  `The ${['harbour', 'station', 'orchard', 'library', 'workshop'][i % 5]} was rebuilt in ${1900 + i}, and the people who lived nearby ` +
  'watched how walls, roofs and windows slowly came back, one careful piece after another.';

/** Returns a paragraph of several sentences, which differ for each number. */
export const paragraph = (i: number): string => `<p>${[0, 1, 2].map((k) => sentence(i * 3 + k)).join(' ')}</p>`;

const nav = `<header class="site-header"><nav class="main-menu"><ul>${['Home', 'News', 'Sport', 'Culture', 'Contact']
  .map((name) => `<li><a href="/${name.toLowerCase()}">${name}</a></li>`)
  .join('')}</ul></nav></header>`;
const footer =
  '<footer class="site-footer"><ul><li><a href="/privacy">Privacy Policy</a></li><li><a href="/terms">Terms of Use</a></li></ul>' +
  '<p>© 2024 Example Media. All rights reserved.</p></footer>';
const cookies =
  '<div id="cookie-consent" class="cookie-banner"><p>We use cookies to improve your experience.</p><button>Accept all</button></div>';

/** A news article surrounded by menus, ads and links. */
export const article = `<html lang="en"><head><title>Walls and windows | Example Media</title></head><body>${cookies}${nav}
<main><article class="post"><h1>Walls and windows</h1><div class="share-buttons"><a href="#">Share on Facebook</a> <a href="#">Tweet</a></div>
<div class="entry-content">${[1, 2, 3, 4].map(paragraph).join('')}<figure><img src="/pic.jpg" alt="The harbour"></figure>${[5, 6, 7].map(paragraph).join('')}</div></article>
<aside class="related-posts"><h3>Related articles</h3><ul>${[1, 2, 3, 4]
  .map((i) => `<li><a href="/story/${i}">Another story number ${i}</a></li>`)
  .join('')}</ul></aside>
<div class="newsletter-signup"><h3>Subscribe to our newsletter</h3><p>Get the latest news in your inbox.</p></div></main>${footer}</body></html>`;

/** A forum thread with a question and replies. */
export const thread = `<html><head><title>How do I rebuild a wall? - Builders Forum</title></head><body>${nav}<div class="p-body"><h1 class="p-title">How do I rebuild a wall?</h1>
<div class="message-list">${[1, 2, 3, 4, 5, 6]
  .map(
    (
      i,
    ) => `<article class="message message--post" id="post-${i}"><div class="message-user"><a class="username" href="/members/${i}">builder${i}</a><span>Posts: ${i * 10}</span></div>
<div class="message-main"><time datetime="2024-03-0${i}T10:00:00Z">Mar ${i}, 2024</time><div class="message-body"><div class="bbWrapper">${sentence(i * 7)} Answer number ${i} says so.</div></div></div></article>`,
  )
  .join('')}</div></div>${footer}</body></html>`;

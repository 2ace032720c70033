import { render } from 'dom-serializer';
import { expect, it } from 'vitest';
import { selectContent } from '../../../../core/page/documents/content/select-content';
import { discoverLinks } from '../../../../core/page/documents/content/urls';
import { extractMetadata } from '../../../../core/page/documents/metadata/extract-metadata';
import { parseHtml } from '../../../../core/page/documents/parse-html';

const URL = 'https://soup.test/a/b';
const CASES = 10_000;
const PARTS = (
  '<div>|</div>|<p>|</p>|<table>|<tr>|<td>|</table>|<ul>|<li>|</ul>|<a href="|">|<a href=\'http://[|/x|</a>|<b>|</i>|<svg>|</svg>|<math>|<title>|' +
  '</title>|<head>|</head>|<body class="nav|<html lang=|<script>|</script>|<script type="application/ld+json">{"@type":"Article","author":|' +
  '{"@graph":[|}]}|<!--|-->|<![CDATA[|]]>|&amp;|&#x0;|&#xD800;|&notanentity|\u0000|\uD800|\uFFFF|word |. |Lorem ipsum dolor sit amet, |漢字。|😀|' +
  '<img srcset=",,, 1x 2x|<img src=data:x|<base href="|<meta name="__proto__" content="x">|<meta property="og:title" content="|<noscript>|</noscript>|' +
  '<template>|<select><option>|<h1>|</h1>|<pre>|<br><br>|<time datetime="2024-99-99">|<span itemprop="author">|<p hidden style="|=|"|\'|<|>|/|</|<!|<?php|</p|<form>'
).split('|');

/** Returns a pseudo-random number generator. */
function numbers(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}

it(`parses ${CASES} random tag soups`, () => {
  const next = numbers(20_261_120);
  for (let i = 0; i < CASES; i++) {
    const soup = Array.from({ length: next(60) }, () => PARTS[next(PARTS.length)]).join('');
    const { document } = parseHtml(soup);
    const onlyMainContent = i % 2 === 0;
    const { root } = selectContent(document, {
      url: URL,
      onlyMainContent,
      includeTags: [],
      excludeTags: i % 5 === 0 ? ['p'] : [],
      removeBase64Images: true,
    });
    expect(render(root)).toBeTypeOf('string');
    expect(Object.getPrototypeOf(extractMetadata(document, { url: URL }))).toBe(Object.prototype);
    expect(discoverLinks(document, URL)).toBeInstanceOf(Array);
  }
}, 200_000);

/** Creates the images in `test/fixtures/ocr`: `node test/bench/ocr/make-fixtures.mjs`. */
import { writeFileSync } from 'node:fs';
import { chromium } from '@playwright/test';
import { draw } from './images.mjs';
import { english, table } from './texts.mjs';

const page = (body, style = '') =>
  `<style>body{font:10pt 'Liberation Serif';width:340px;margin:24px}p{margin:0 0 1em}${style}</style>${body}`;
const [ferry, clocks] = english;
const sentences = (text, count) =>
  text
    .split(/(?<=[.?])\s/)
    .slice(0, count)
    .join(' ');
const rows = table.slice(0, 5).map((row) => `<tr>${row.map((cell) => `<td>${cell}</td>`).join('')}</tr>`);

const fixtures = {
  'letter.png': { html: page(`<h1>Ferry times</h1><p>${sentences(ferry, 2)}</p>`) },
  'turned.jpg': { html: page(`<p>${sentences(ferry, 2)}</p>`), degrees: 90, type: 'image/jpeg', quality: 0.6 },
  'specks.jpg': {
    html: page(`<p>${sentences(clocks, 2)}</p>`),
    flaws: { specks: 0.02, blur: 0.4 },
    type: 'image/jpeg',
    quality: 0.7,
  },
  'tilted.webp': { html: page(`<p>${sentences(clocks, 2)}</p>`), degrees: -3, type: 'image/webp', quality: 0.7 },
  'columns.png': {
    html: page(
      `<div>${sentences(ferry, 2)} ${sentences(clocks, 1)}</div>`,
      'body{width:420px}div{columns:2;column-gap:28px}',
    ),
  },
  'table.png': { html: page(`<table>${rows.join('')}</table>`, 'td{padding:3px 18px 3px 0}') },
};

const browser = await chromium.launch({
  executablePath: process.env.GLEANER_TEST_BROWSER || '/usr/bin/chromium',
  args: process.getuid?.() === 0 ? ['--no-sandbox'] : [],
});
for (const [name, fixture] of Object.entries(fixtures)) {
  const bytes = await draw(browser, { dpi: 160, ...fixture });
  writeFileSync(`test/fixtures/ocr/${name}`, bytes);
  console.log(name, bytes.length);
}
await browser.close();

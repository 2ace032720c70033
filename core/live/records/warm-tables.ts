import { parseHtml } from '../../page/documents/parse-html';
import { type PageTable, tablesOf } from './page-lists';

const rows = 12;
const sample = (at: number): string =>
  `<li class="card"><a href="/p/${at}"><img src="/${at}.jpg" alt="Lamp ${at}"><h3>Lamp ${at}</h3></a>
  <p class="price"><del>€${at + 2}.00</del> €${at}.50</p><p>Rated 4.${at % 10} of 5 (1,${100 + at})</p>
  <time>${1 + at} May 2026</time>${at % 3 === 0 ? '<b class="badge">New</b>' : ''}</li>`;
const html = `<!doctype html><html lang="en"><head><title>Lamps</title></head><body>
  <nav><ul><li><a href="/">Home</a></li><li><a href="/lamps">Lamps</a></li><li><a href="/help">Help</a></li></ul></nav>
  <main><h1>Lamps</h1><ul>${Array.from({ length: rows }, (_, at) => sample(at)).join('')}</ul>
  <nav><a href="?page=2">2</a> <a rel="next" href="?page=2">Next</a></nav></main></body></html>`;

let tables: readonly PageTable[] | undefined;

/**
 * Finds the lists of a small sample page, once per process, so that the code is compiled before a user opens the first
 * page. Takes about 0.4 s of CPU time.
 */
export function warmTables(): readonly PageTable[] {
  tables ??= tablesOf({ document: parseHtml(html).document, address: 'https://shop.example/lamps' });
  return tables;
}

import { readdirSync, readFileSync } from 'node:fs';
import { gzipSync } from 'node:zlib';
import { expect, it } from 'vitest';

const folder = 'out/renderer';
const read = (file: string) => readFileSync(`${folder}/${file}`);

/** Returns the files that a UI script loads before it runs, including the script itself. */
function loadedWith(file: string, known = new Set<string>()): ReadonlySet<string> {
  if (known.has(file)) return known;
  known.add(file);
  const text = read(file).toString();
  for (const [, other] of text.matchAll(/(?:from|import)\s*["']\.\/([\w.-]+\.js)["']/g))
    loadedWith(`assets/${other}`, known);
  return known;
}

it('loads the first view with less than 700 kB', () => {
  const page = read('index.html').toString();
  const named = [...page.matchAll(/(?:src|href)="\.?\/(assets\/[\w.-]+\.(?:js|css))"/g)].map(([, file]) => file!);
  expect(named.some((file) => file.endsWith('.js'))).toBe(true);
  const view = readdirSync(`${folder}/assets`).filter((file) => /^start-view-.*\.(js|css)$/.test(file));
  expect(view.some((file) => file.endsWith('.js'))).toBe(true);
  const first = [...named, ...view.map((file) => `assets/${file}`)];
  const files = new Set(first.flatMap((file) => (file.endsWith('.js') ? [...loadedWith(file)] : [file])));
  const bytes = [...files].reduce((sum, file) => sum + gzipSync(read(file)).length, 0);
  expect(bytes).toBeGreaterThan(50_000);
  expect(bytes).toBeLessThan(700_000);
});

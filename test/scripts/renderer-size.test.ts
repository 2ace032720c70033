import { readdirSync, readFileSync } from 'node:fs';
import { gzipSync } from 'node:zlib';
import { expect, it } from 'vitest';

const folder = 'out/renderer';
const read = (file: string) => readFileSync(`${folder}/${file}`);

it('loads all views with one script and one style sheet of less than 700 kB', () => {
  const page = read('index.html').toString();
  const named = [...page.matchAll(/(?:src|href)="\.?\/(assets\/[\w.-]+\.(?:js|css))"/g)].map(([, file]) => file!);
  const built = readdirSync(`${folder}/assets`).filter((file) => /\.(?:js|css)$/.test(file));
  expect(named.map((file) => file.replace('assets/', '')).toSorted()).toEqual(built.toSorted());
  expect(named).toHaveLength(2);
  const bytes = named.reduce((sum, file) => sum + gzipSync(read(file)).length, 0);
  expect(bytes).toBeGreaterThan(50_000);
  expect(bytes).toBeLessThan(700_000);
});

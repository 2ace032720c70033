import { expect, it } from 'vitest';
import { objectOf, readByRules } from '../../support/read-by-rules';

const repeat = (count: number, render: (index: number) => string) =>
  Array.from({ length: count }, (_, index) => render(index)).join('');
const pages: Readonly<Record<string, (count: number) => string>> = {
  'definition list': (count) => `<dl>${repeat(count, (i) => `<dt>Label ${i}</dt><dd>${i}</dd>`)}</dl>`,
  table: (count) =>
    `<table><tr><th>Name</th><th>Price</th></tr>${repeat(count, (i) => `<tr><td>n${i}</td><td>€${i}</td></tr>`)}</table>`,
  'row of cells': (count) => `<table><tr>${repeat(count, (i) => `<td>c${i}</td>`)}</tr></table>`,
};
const schema = objectOf({
  name: { type: 'string' },
  sku: { type: 'string' },
  items: { type: 'array', items: objectOf({ name: { type: 'string' }, price: { type: 'number' } }) },
});

function cpuMs(html: string): number {
  const before = process.cpuUsage();
  readByRules(html, { schema });
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000;
}

it.each(Object.entries(pages))('reads a %s of eight times the length in linear time', (_, render) => {
  cpuMs(render(500));
  const short = Math.min(cpuMs(render(500)), cpuMs(render(500)));
  expect(cpuMs(render(4000))).toBeLessThan(20 * short + 100);
});

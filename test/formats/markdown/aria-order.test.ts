import { expect, it } from 'vitest';
import { toMarkdown } from './to-markdown';

it('does not fill a grid in which almost every place is empty', () => {
  const rows = Array.from(
    { length: 3_000 },
    (_, i) =>
      `<div role="row" aria-rowindex="${i + 1}"><b role="gridcell" aria-colindex="${i + 1}">c${i}</b><b role="gridcell" aria-colindex="${i + 9_000}">d</b></div>`,
  );
  const markdown = toMarkdown(`<div role="grid">${rows.join('')}</div>`);
  expect(markdown.length).toBeLessThan(100_000);
  expect(markdown).toContain('c2999');
});

it('joins thousands of parts of one row', () => {
  const parts = Array.from(
    { length: 20_000 },
    (_, i) => `<div role="row" aria-rowindex="2"><b role="gridcell" aria-colindex="${i + 1}">${i}</b></div>`,
  );
  const before = process.threadCpuUsage();
  const head = '<div role="row" aria-rowindex="1"><b role="columnheader" aria-colindex="1">Part</b></div>';
  expect(toMarkdown(`<div role="grid">${head}${parts.join('')}</div>`)).toContain('Part');
  expect(process.threadCpuUsage(before).user / 1e6).toBeLessThan(4);
});

import { expect, it } from 'vitest';
import type { DocumentFeed } from '../../../core/jobs/rows/row-feed';
import { RowLoader } from '../../../core/jobs/rows/row-loader';
import type { RowMessage } from '../../../core/jobs/rows/row-messages';

/** Returns a loader of a job's pages and texts, one page per step, and the messages that its thread has received. */
function loaderOf(count: number, steps = count) {
  const messages: RowMessage[] = [];
  const loader = new RowLoader({
    ask: async (message) => {
      messages.push(message);
      return { size: count, columns: [], total: 0, numbers: [], rows: [] };
    },
  });
  const texts: DocumentFeed = {
    read: async (from) => ({
      source: { documents: [], from },
      next: from + 1,
      isEnd: from + 1 === steps,
    }),
  };
  const feed = async () => ({ read: async () => ({ source: { rows: [] }, next: count, isEnd: true }) });
  const wanted = { table: 'job pages', version: '1', feed, texts, count };
  const added = () => messages.filter(({ kind }) => kind === 'texts').length;
  return { loader, wanted, added };
}

it('many texts are loaded in the pauses between requests for rows, and without pauses for an export', async () => {
  const { loader, wanted, added } = loaderOf(5000, 500);
  let longest = 0;
  for (let request = 0; request < 4; request++) {
    const from = performance.now();
    await loader.loadSome(wanted);
    await new Promise((resolve) => setTimeout(resolve, 10));
    longest = Math.max(longest, performance.now() - from);
  }
  // On a busy machine, a pause between two requests may be long enough to load texts.
  if (longest < 100) expect(added()).toBeLessThanOrEqual(1);
  const before = performance.now();
  await loader.load(wanted);
  expect(performance.now() - before).toBeLessThan(5000);
  expect(added()).toBe(500);
  expect(loader.isComplete(wanted)).toBe(true);
});

it('few texts are loaded before the first response', async () => {
  const { loader, wanted, added } = loaderOf(50);
  await loader.loadSome(wanted);
  expect(added()).toBe(50);
  expect(loader.isComplete(wanted)).toBe(true);
});

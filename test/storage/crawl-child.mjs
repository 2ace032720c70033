// Crawls a generated site of the given size into a data folder. Prints each page once its completion has been
// acknowledged.
import './ts-hooks.mjs';

const { openStorage } = await import('../../core/storage/open-storage.ts');
const [dir, jobId, size] = [process.argv[2], process.argv[3], Number(process.argv[4])];
const storage = await openStorage(dir);
const { frontier, tracking } = storage;
const url = (n) => `http://site.test/${n}`;
const linksOf = (n) =>
  [2 * n + 1, 2 * n + 2, n + 1].filter((each) => each < size).map((each) => ({ url: url(each), depth: 1 }));

await frontier.add(jobId, [{ url: url(0), depth: 0 }]);

async function end(task) {
  const n = Number(task.url.split('/').at(-1));
  if (n % 50 === 49) {
    await frontier.fail(jobId, task, { state: 'failed', code: 'SCRAPE_TIMEOUT', message: 'slow' });
    await frontier.add(jobId, linksOf(n));
    return process.stdout.write(`failed ${task.url}\n`);
  }
  const result = {
    taskId: task.id,
    jobId,
    url: task.url,
    page: { finalUrl: task.url, title: '', statusCode: 200 },
    document: { markdown: `page ${n} `.repeat(1 + (n % 400)), metadata: { statusCode: 200 } },
    links: [],
    credits: 1,
    finishedAt: new Date().toISOString(),
  };
  const id = `event-${n}`;
  const deliveries = [{ id, jobId, type: 'crawl.page', sink: 'http', config: {}, body: Buffer.from(id) }];
  await frontier.complete(jobId, task, { result, discovered: linksOf(n), deliveries });
  process.stdout.write(`done ${task.url}\n`);
  if (n % 10 !== 0) return undefined;
  await tracking.put(task.url, undefined, { scrapedAt: result.finishedAt, markdown: '', statusCode: 200 });
  process.stdout.write(`sent ${task.url}\n`);
  return undefined;
}

async function worker() {
  for (;;) {
    const [task] = await frontier.claim(jobId, 1);
    if (task) await end(task);
    else if ((await frontier.counts(jobId)).inFlight === 0) return;
    else await new Promise((resolve) => setImmediate(resolve));
  }
}

await Promise.all(Array.from({ length: 16 }, worker));
await storage.close();
process.stdout.write('end\n');

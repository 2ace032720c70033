// Crawls a site with Crawlee's BasicCrawler, using a job's queue. Prints the time in ms until the first page.
import '../../storage/ts-hooks.mjs';
import { BasicCrawler, Configuration, log } from '@crawlee/basic';

const { HostRateLimiter } = await import('../../../core/ports/host-rate-limiter.ts');
const { systemClock } = await import('../../../core/common/concurrency/clock.ts');
const { openStorage } = await import('../../../core/storage/open-storage.ts');
const { FrontierQueue } = await import('../../../core/pipeline/tasks/frontier-queue.ts');

const [dir, jobId, start] = process.argv.slice(2);
log.setLevel(log.LEVELS.OFF);
const opened = performance.now();
const storage = await openStorage(dir);
const limiter = new HostRateLimiter({ start: 4, most: 4, adaptsToLatency: false }, systemClock);
const slots = {
  async reserve({ wanted }) {
    const slot = limiter.tryReserve({ wanted });
    return { taken: slot ? [{ page: 0, slot }] : [], waitMs: slot ? 0 : limiter.waitMs() || 1, lost: [] };
  },
};
const queue = new FrontierQueue(jobId, { frontier: storage.frontier, slots, claimAhead: 8 });
let isFirst = true;

const crawler = new BasicCrawler(
  {
    requestQueue: queue,
    autoscaledPoolOptions: { minConcurrency: 8, maybeRunIntervalSecs: 0.05 },
    maxRequestRetries: 2,
    useSessionPool: false,
    async requestHandler({ request }) {
      if (isFirst) process.stdout.write(`first ${performance.now() - opened}\n`);
      isFirst = false;
      const response = await fetch(request.url);
      if (!response.ok) throw new Error(`${request.url} answered ${response.status}`);
      const links = await response.json();
      const result = {
        taskId: request.id,
        jobId,
        url: request.url,
        page: { finalUrl: request.url, title: '', statusCode: 200 },
        document: { metadata: {} },
        links: [],
        credits: 1,
        finishedAt: new Date().toISOString(),
      };
      const discovered = links.map((url) => ({ url, depth: request.crawlDepth + 1 }));
      queue.keep(request, { completion: { result, discovered } });
    },
  },
  new Configuration({ persistStorage: false }),
);
await crawler.run([start]);
await storage.close();
process.stdout.write('end\n');
process.exit();

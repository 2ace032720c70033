import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Job } from '../../core/common/job';
import { SiteFiles } from '../../core/kinds/crawl/site-files';
import { type ClosableHttp, createGuardedFetch } from '../../core/net/engines/http/guarded-fetch';
import { GuardedAddresses } from '../../core/net/politeness/guarded-addresses';
import { fetchAsset } from '../../core/server/routes/jobs/job-assets';

let server: Server;
let http: ClosableHttp;
const seen: string[] = [];

beforeAll(async () => {
  server = createServer(({ headers, url }, response) => {
    seen.push(`${headers.host?.split(':')[0]}${url}`);
    if (url === '/moved.png') response.writeHead(302, { location: `http://localhost:${port()}/a.png` });
    response.end('image');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  http = createGuardedFetch(new GuardedAddresses({ allowPrivateNetwork: true, allowedHosts: [] }));
});
afterAll(async () => {
  await http.close();
  server.close();
});

const port = () => (server.address() as AddressInfo).port;

it('refuses an image of a host that the job must not contact, also after a redirect', async () => {
  const files = new SiteFiles(http, { ready: Promise.resolve(), pick: () => undefined });
  const fetchOf = (url: string, blacklist: readonly string[]) => {
    const threatProtection = { mode: 'manual-only', blacklist, whitelist: [], blockedTlds: [] };
    const job = { spec: { threatProtection } } as unknown as Job;
    return fetchAsset(files, job, { url, page: url }, new AbortController().signal);
  };
  const moved = `http://127.0.0.1:${port()}/moved.png`;
  expect(Buffer.from(await fetchOf(moved, [])).toString()).toBe('image');
  seen.length = 0;
  await expect(fetchOf(moved, ['localhost'])).rejects.toThrow('"localhost" in `threatProtection` blocks');
  await expect(fetchOf(moved, ['127.0.0.1'])).rejects.toThrow('"127.0.0.1" in `threatProtection` blocks');
  expect(seen).toEqual(['127.0.0.1/moved.png']);
});

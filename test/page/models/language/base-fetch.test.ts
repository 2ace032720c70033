import { createServer } from 'node:http';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { fetchWithin } from '../../../../core/page/models/language/base-fetch';
import { closeLocally, listenLocally } from '../../../support/local-server';

const server = createServer((request, response) => {
  if (request.url === '/v1/short') return response.end('{"data":[]}');
  response.on('error', () => undefined);
  const more = () => {
    while (response.write(' '.repeat(1_000_000)));
  };
  response.on('drain', more);
  more();
});
let origin: string;
beforeAll(async () => {
  origin = await listenLocally(server);
});
afterAll(() => closeLocally(server));

it('ends an answer that is too large', async () => {
  const read = fetchWithin({ fetch }, { baseUrl: `${origin}/v1`, timeoutMs: 30_000 });
  const short = await read(`${origin}/v1/short`);
  expect([short.status, await short.json()]).toEqual([200, { data: [] }]);
  const endless = await read(`${origin}/v1/endless`);
  await expect(endless.text()).rejects.toMatchObject({
    code: 'MODEL_FAILED',
    message: expect.stringContaining('32 MB'),
  });
});

import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, expect, it } from 'vitest';
import { S3Store } from '../../../core/platform/objects/s3-store';

const keys = { bucket: 'bodies', region: 'eu-test-1', accessKeyId: 'AKTEST', secretAccessKey: 'store-secret' };
const servers: Server[] = [];
const stores: S3Store[] = [];
afterEach(async () => {
  for (const store of stores.splice(0)) store.close();
  for (const server of servers.splice(0)) {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  }
});

async function serve(answer: RequestListener): Promise<string> {
  const server = createServer(answer);
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

/** Opens a store on a server that reports the bucket as existing and sends the given response to all other requests. */
async function openStore(answer: RequestListener): Promise<S3Store> {
  const endpoint = await serve((request, response) => {
    request.resume();
    if (request.method === 'HEAD') response.end();
    else answer(request, response);
  });
  const store = await S3Store.open({ ...keys, endpoint });
  stores.push(store);
  return store;
}

/** Sends bytes until the client disconnects. */
const endless =
  (status: number): RequestListener =>
  (_, response) => {
    response.writeHead(status, { 'content-type': 'application/xml' });
    const send = () => {
      while (response.write(Buffer.alloc(64 * 1024, 'a')));
      response.once('drain', send);
    };
    send();
  };

const unavailable = { code: 'DATABASE_UNAVAILABLE' };

it('stops reading an object that is larger than expected', async () => {
  const store = await openStore(endless(200));
  expect(await store.get('a', 1_000_000)).toBeUndefined();
});

it.each([200, 500])('stops reading an endless response with status %i to an upload', async (status) => {
  const store = await openStore(endless(status));
  await expect(store.put('a', new Uint8Array(10))).rejects.toMatchObject(unavailable);
});

it('stops reading an endless error', async () => {
  const store = await openStore(endless(404));
  await expect(store.get('a', 1_000_000)).rejects.toMatchObject(unavailable);
});

it('expands no entities of an error', async () => {
  const entities = Array.from({ length: 20 }, (_, n) => `<!ENTITY e${n + 1} "${`&e${n};`.repeat(10)}">`).join('');
  const bomb = `<?xml version="1.0"?><!DOCTYPE Error [<!ENTITY e0 "bomb"><!ENTITY file SYSTEM "file:///etc/passwd">${entities}]><Error><Code>X</Code><Message>&e20;&file;</Message></Error>`;
  const store = await openStore((_, response) => void response.writeHead(400).end(bomb));
  const before = process.cpuUsage();
  const failure = await store.get('a', 1_000_000).catch((thrown: Error) => thrown);
  expect(failure).toMatchObject(unavailable);
  expect((failure as Error).message).not.toContain('root:');
  expect((failure as Error).message.length).toBeLessThan(5000);
  expect(process.cpuUsage(before).user / 1000).toBeLessThan(1000);
});

it.each([301, 302, 307, 308])('follows no redirect with status %i', async (status) => {
  let isReached = false;
  const elsewhere = await serve((_, response) => {
    isReached = true;
    response.end('secret');
  });
  const body = `<Error><Code>PermanentRedirect</Code><Endpoint>${elsewhere}</Endpoint><Bucket>other</Bucket></Error>`;
  const store = await openStore((_, response) => {
    response.writeHead(status, { location: `${elsewhere}/bodies/a`, 'x-amz-bucket-region': 'us-east-1' }).end(body);
  });
  await expect(store.get('a', 1_000_000)).rejects.toMatchObject(unavailable);
  expect(isReached).toBe(false);
});

it('reports an object whose connection breaks', async () => {
  const store = await openStore((_, response) => {
    response.writeHead(200, { 'content-length': '1000' });
    response.write('abc', () => response.destroy());
  });
  await expect(store.get('a', 1_000_000)).rejects.toMatchObject(unavailable);
});

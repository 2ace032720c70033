import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type ClosableHttp, createGuardedFetch } from '../../../core/net/engines/http/guarded-fetch';
import { GuardedAddresses } from '../../../core/net/politeness/guarded-addresses';
import { sendRequest } from '../../../core/platform/sandbox/plugin-requests';

let server: Server;
let host: string;
let open: ClosableHttp;
let guarded: ClosableHttp;
const seen: string[] = [];

beforeAll(async () => {
  server = createServer((request, response) => {
    seen.push(`${request.method} ${request.url} ${request.headers.authorization ?? ''}`);
    if (request.url === '/away') response.writeHead(302, { location: 'http://localhost:9/' });
    else if (request.url === '/rebind')
      response.writeHead(302, { location: `http://rebind.example:${host.split(':')[1]}/` });
    else if (request.url === '/next') response.writeHead(303, { location: '/end' });
    response.end(request.url === '/large' ? 'x'.repeat(6 * 2 ** 20) : 'hello');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
  open = createGuardedFetch(new GuardedAddresses({ allowPrivateNetwork: true, allowedHosts: [] }));
  guarded = createGuardedFetch(new GuardedAddresses({ allowPrivateNetwork: false, allowedHosts: [] }));
});
afterAll(async () => {
  await Promise.all([open.close(), guarded.close()]);
  server.close();
});

const send = (http: ClosableHttp, path: string, init: object = {}) => {
  const secret = async (name: string, origin: string) => {
    if (origin !== `http://${host}`) throw new Error(`the secret is saved for another site than ${origin}`);
    return `$& value of ${name}`;
  };
  const access = { hosts: [host], secrets: ['KEY'], http, secret };
  return sendRequest(access, JSON.stringify({ url: `http://${host}${path}`, ...init }), new AbortController().signal);
};

describe('a request of a sandboxed plugin', () => {
  it('reaches an approved host, with a secret that the plugin knows only by name', async () => {
    const { json, body } = await send(open, '/next', { method: 'POST', headers: { authorization: '{secret:KEY}' } });
    expect(JSON.parse(json)).toMatchObject({ url: `http://${host}/end`, status: 200 });
    expect(Buffer.from(body).toString()).toBe('hello');
    expect(seen.slice(-2)).toEqual(['POST /next $& value of KEY', 'GET /end $& value of KEY']);
  });

  it.each([
    ['/away', {}, 'may not send requests to localhost:9'],
    ['/', { headers: { a: '{secret:OTHER}' } }, 'may not use the secret "OTHER"'],
    ['/large', {}, 'returned more than 5 MB'],
    ['/', { method: 'TRACE' }, 'The request is invalid'],
    ['/', { url: 'http://localhost:9/' }, 'may not send requests to localhost:9'],
  ])('is refused: %s %j', async (path, init, reason) => {
    await expect(send(open, path, init)).rejects.toThrow(reason);
  });

  it('reaches no approved name that turns into a private address, not even by a redirect', async () => {
    let turn = 0;
    const rebinding = createGuardedFetch(
      new GuardedAddresses({ allowPrivateNetwork: false, allowedHosts: [host] }, async () =>
        [['127.0.0.1'], ['93.184.216.34', '127.0.0.1']][turn++ % 2]!.map((address) => ({ address, family: 4 })),
      ),
    );
    const rebound = `rebind.example:${host.split(':')[1]}`;
    const access = { hosts: [host, rebound], secrets: [], http: rebinding, secret: async () => '' };
    const before = seen.length;
    for (const url of [`http://${rebound}/`, `http://${rebound}/`, `http://${host}/rebind`]) {
      const sent = sendRequest(access, JSON.stringify({ url }), new AbortController().signal);
      await expect(sent).rejects.toMatchObject({ code: 'PRIVATE_ADDRESS_BLOCKED' });
    }
    expect(seen.slice(before)).toEqual(['GET /rebind ']);
    await rebinding.close();
  });

  it.each([
    [{ 'x-a': 'b\r\nhost: evil.example' }, 'is not valid'],
    [{ 'x-a\r\nb': 'c' }, 'is not valid'],
    [{ 'x-a': '{secret:KEY}\r\n' }, undefined],
  ])('cannot add lines to its headers: %j', async (headers, reason) => {
    const before = seen.length;
    const sent = send(open, '/', { headers });
    if (reason) await expect(sent).rejects.toThrow(reason);
    else expect(JSON.parse((await sent).json).status).toBe(200);
    expect(seen.length - before).toBe(reason ? 0 : 1);
  });

  it('never reveals a secret in an error', async () => {
    const failed = send(open, '/', { headers: { authorization: '{secret:KEY}\u0000' } });
    await expect(failed).rejects.toThrow(/^The header "authorization" of the request is not valid\.$/);
  });

  it('does not reach a private address, even of an approved host', async () => {
    const before = seen.length;
    await expect(send(guarded, '/')).rejects.toThrow(/private|not public|refused|blocked/i);
    expect(seen).toHaveLength(before);
  });
});

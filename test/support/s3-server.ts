import { createHash, createHmac, timingSafeEqual } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A store that supports the part of the S3 protocol used by Gleaner. It verifies signatures (version 4). */
export interface S3Server {
  readonly url: string;
  /** Objects by name. */
  readonly objects: Map<string, Buffer>;
  /** While this is true, the server responds to all requests with status 503. */
  down: boolean;
  close(): Promise<void>;
}

/** Bucket and credentials accepted by the server. */
export const s3Keys = { bucket: 'bodies', region: 'eu-test-1', accessKeyId: 'AKTEST', secretAccessKey: 'store-secret' };

const sha256 = (data: string | Buffer) => createHash('sha256').update(data).digest('hex');
const hmac = (key: string | Buffer, text: string) => createHmac('sha256', key).update(text).digest();

/**
 * True if a request is signed with the credentials in `s3Keys`. The signature must cover the body and all headers that
 * it names.
 */
function isSigned(request: IncomingMessage, body: Buffer): boolean {
  const { authorization = '' } = request.headers;
  const [, scope = '', names = '', signature = ''] =
    /^AWS4-HMAC-SHA256 Credential=AKTEST\/([^,]+), ?SignedHeaders=([^,]+), ?Signature=([\da-f]{64})$/.exec(
      authorization,
    ) ?? [];
  const [day = '', region = '', service = ''] = scope.split('/');
  if (region !== s3Keys.region || service !== 's3') return false;
  const url = new URL(request.url ?? '/', 'http://x');
  const query = [...url.searchParams].map((pair) => pair.map(encodeURIComponent).join('=')).sort();
  const headers = names.split(';').map((name) => `${name}:${String(request.headers[name]).trim()}\n`);
  const said = String(request.headers['x-amz-content-sha256']);
  if (said !== 'UNSIGNED-PAYLOAD' && said !== sha256(body)) return false;
  const canonical = [request.method, url.pathname, query.join('&'), headers.join(''), names, said].join('\n');
  const text = ['AWS4-HMAC-SHA256', request.headers['x-amz-date'], scope, sha256(canonical)].join('\n');
  const key = [region, service, 'aws4_request'].reduce(hmac, hmac(`AWS4${s3Keys.secretAccessKey}`, day));
  return timingSafeEqual(hmac(key, text), Buffer.from(signature, 'hex'));
}

/** Starts the store on a free loopback port. */
export async function startS3Server(): Promise<S3Server> {
  const objects = new Map<string, Buffer>();
  const refuse = (response: ServerResponse, status: number, code: string) =>
    response
      .writeHead(status, { 'content-type': 'application/xml' })
      .end(`<?xml version="1.0"?><Error><Code>${code}</Code><Message>${code}</Message></Error>`);
  const server = createServer(async (request, response) => {
    const pieces: Buffer[] = [];
    for await (const piece of request) pieces.push(piece as Buffer);
    const body = Buffer.concat(pieces);
    if (store.down) return refuse(response, 503, 'ServiceUnavailable');
    if (!isSigned(request, body)) return refuse(response, 403, 'SignatureDoesNotMatch');
    const [, bucket, ...rest] = decodeURIComponent(new URL(request.url ?? '/', 'http://x').pathname).split('/');
    const name = rest.join('/');
    if (bucket !== s3Keys.bucket) return refuse(response, 404, 'NoSuchBucket');
    const found = objects.get(name);
    if (request.method === 'PUT') objects.set(name, body);
    if (request.method === 'DELETE') objects.delete(name);
    if (request.method === 'GET' && !found) return refuse(response, 404, 'NoSuchKey');
    return response
      .writeHead(request.method === 'DELETE' ? 204 : 200)
      .end(request.method === 'GET' ? found : undefined);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const store: S3Server = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    objects,
    down: false,
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
  return store;
}

import { isIP, type Socket } from 'node:net';
import { connectTimeoutMs, connectTo, type DialTarget } from './connect-to';
import { ProxyFailure } from './network-errors';

/** Connects to `target` through an HTTP, HTTPS, SOCKS4 or SOCKS5 proxy. Throws ProxyFailure. */
export async function tunnel(proxyUrl: string, target: DialTarget): Promise<Socket> {
  const proxy = parseProxy(proxyUrl);
  const socket = await connectToProxy(proxy);
  try {
    if (proxy.protocol.startsWith('socks')) return await throughSocks(proxy, target, socket);
    return await throughHttp(proxy, target, socket);
  } catch (error) {
    socket.destroy();
    throw error;
  }
}

/**
 * Connects to the proxy itself, using TLS for HTTPS proxies. The address guard does not apply, because the user
 * configured the proxy.
 */
export async function connectToProxy(proxy: URL): Promise<Socket> {
  const target = { host: proxy.hostname.replace(/^\[|\]$/g, ''), port: proxyPort(proxy) };
  try {
    const socket = await connectTo(target);
    return proxy.protocol === 'https:' ? await secure(socket, target.host) : socket;
  } catch (cause) {
    throw new ProxyFailure(`The proxy at ${proxy.host} could not be reached; check its address in Settings.`, {
      cause,
    });
  }
}

/** Returns the `Proxy-Authorization` header for the credentials in a proxy URL. */
export function proxyAuthorization(proxy: URL): string | undefined {
  if (proxy.username === '' && proxy.password === '') return undefined;
  const pair = `${decodeURIComponent(proxy.username)}:${decodeURIComponent(proxy.password)}`;
  return `Basic ${Buffer.from(pair).toString('base64')}`;
}

/** Parses a proxy URL. Throws ProxyFailure if its scheme is not supported. */
export function parseProxy(proxyUrl: string): URL {
  const proxy = URL.canParse(proxyUrl) ? new URL(proxyUrl) : undefined;
  if (!proxy || !/^(https?|socks[45]?[ah]?):$/.test(proxy.protocol) || proxy.hostname === '') {
    throw new ProxyFailure(
      'The proxy address must start with http://, https://, socks4:// or socks5:// and include a host.',
    );
  }
  return proxy;
}

function proxyPort(proxy: URL): number {
  if (proxy.port !== '') return Number(proxy.port);
  if (proxy.protocol === 'https:') return 443;
  return proxy.protocol === 'http:' ? 80 : 1080;
}

async function secure(socket: Socket, host: string): Promise<Socket> {
  // Imports TLS on demand. The import reads the root certificates, which would slow down startup.
  const { connect: connectTls } = await import('node:tls');
  return new Promise((resolve, reject) => {
    const servername = isIP(host) === 0 ? host : '';
    const tls = connectTls({ socket, host, servername }, () => {
      clearTimeout(timer);
      tls.removeListener('error', reject);
      resolve(tls);
    });
    const timer = setTimeout(() => tls.destroy(new Error('TLS handshake timeout')), connectTimeoutMs);
    tls.once('error', reject);
    tls.once('close', () => clearTimeout(timer));
  });
}

async function throughSocks(proxy: URL, target: DialTarget, socket: Socket): Promise<Socket> {
  try {
    const { SocksClient } = await import('socks');
    const { socket: ready } = await SocksClient.createConnection({
      command: 'connect',
      destination: { ...target },
      timeout: connectTimeoutMs,
      existing_socket: socket,
      proxy: {
        host: proxy.hostname,
        port: proxyPort(proxy),
        type: proxy.protocol.startsWith('socks4') ? 4 : 5,
        ...(proxy.username === '' ? {} : { userId: decodeURIComponent(proxy.username) }),
        ...(proxy.password === '' ? {} : { password: decodeURIComponent(proxy.password) }),
      },
    });
    return ready;
  } catch (cause) {
    const why = cause instanceof Error ? cause.message : String(cause);
    throw new ProxyFailure(`The proxy at ${proxy.host} refused the connection to ${target.host}: ${why}.`, { cause });
  }
}

/** Requests a tunnel from an HTTP proxy and reads the headers of its response. */
function throughHttp(proxy: URL, target: DialTarget, socket: Socket): Promise<Socket> {
  const host = isIP(target.host) === 6 ? `[${target.host}]` : target.host;
  const authorization = proxyAuthorization(proxy);
  const login = authorization ? `Proxy-Authorization: ${authorization}\r\n` : '';
  return new Promise((resolve, reject) => {
    let head = Buffer.alloc(0);
    const finish = (error?: ProxyFailure) => {
      clearTimeout(timer);
      socket.removeListener('data', onData).removeListener('error', onEnd).removeListener('close', onEnd);
      if (error) reject(error);
      else resolve(socket);
    };
    const fail = (why: string) => finish(new ProxyFailure(`The proxy at ${proxy.host} ${why}.`));
    const onEnd = () => fail('closed the connection instead of opening a tunnel');
    const onData = (chunk: Buffer) => {
      head = Buffer.concat([head, chunk]);
      const end = head.indexOf('\r\n\r\n');
      if (end < 0) return head.length > 16_384 ? fail('did not send a valid HTTP response') : undefined;
      socket.pause();
      const status = Number(/^HTTP\/1\.[01] (\d{3})/.exec(head.toString('latin1', 0, end))?.[1]);
      if (status !== 200) return fail(refusal(status, target.host));
      if (head.length > end + 4) socket.unshift(head.subarray(end + 4));
      return finish();
    };
    const timer = setTimeout(() => fail('did not respond in time'), connectTimeoutMs);
    socket.on('data', onData).once('error', onEnd).once('close', onEnd);
    socket.write(`CONNECT ${host}:${target.port} HTTP/1.1\r\nHost: ${host}:${target.port}\r\n${login}\r\n`);
  });
}

function refusal(status: number, host: string): string {
  if (status === 407) return 'requires a user name and password (407); check its credentials in Settings';
  return `refused a tunnel to ${host} (${Number.isNaN(status) ? 'no status' : status})`;
}

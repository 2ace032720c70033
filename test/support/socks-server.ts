import { connect, createServer, type Socket } from 'node:net';
import { listen } from './fault-server';

/** Starts a SOCKS4(a) and SOCKS5 proxy. With `login`, it requires that user name and password. */
export async function startSocksServer(login?: { readonly user: string; readonly password: string }) {
  const asked: string[] = [];
  const sockets = new Set<Socket>();
  const server = createServer((client) => {
    sockets.add(client);
    client.on('error', () => client.destroy()).once('close', () => sockets.delete(client));
    serve(client, login, asked).catch(() => client.destroy());
  });
  const port = await listen(server);
  return {
    port,
    /** `host:port` of each requested tunnel. */
    asked,
    close: () => {
      for (const socket of sockets) socket.destroy();
      return new Promise((resolve) => server.close(resolve));
    },
  };
}

async function serve(client: Socket, login: { user: string; password: string } | undefined, asked: string[]) {
  const hello = await read(client);
  const target = hello[0] === 4 ? target4(hello) : await target5(client, login);
  asked.push(`${target.host}:${target.port}`);
  const site = connect(target.port, target.host);
  site.on('error', () => client.destroy()).once('close', () => client.destroy());
  client.once('close', () => site.destroy());
  site.once('connect', () => {
    client.write(hello[0] === 4 ? Buffer.from([0, 90, 0, 0, 0, 0, 0, 0]) : Buffer.from([5, 0, 0, 1, 0, 0, 0, 0, 0, 0]));
    client.pipe(site).pipe(client);
  });
}

function target4(hello: Buffer) {
  const named = hello[4] === 0 && hello[5] === 0 && hello[6] === 0;
  const host = named
    ? hello.toString('latin1', hello.indexOf(0, 8) + 1, hello.length - 1)
    : hello.subarray(4, 8).join('.');
  return { host, port: hello.readUInt16BE(2) };
}

async function target5(client: Socket, login: { user: string; password: string } | undefined) {
  client.write(Buffer.from([5, login ? 2 : 0]));
  if (login) {
    const given = await read(client);
    const user = given.toString('latin1', 2, 2 + given[1]!);
    const password = given.toString('latin1', 3 + given[1]!);
    const right = user === login.user && password === login.password;
    client.write(Buffer.from([1, right ? 0 : 1]));
    if (!right) throw new Error('wrong login');
  }
  const request = await read(client);
  const host =
    request[3] === 3
      ? request.toString('latin1', 5, 5 + request[4]!)
      : request[3] === 1
        ? request.subarray(4, 8).join('.')
        : '::1';
  return { host, port: request.readUInt16BE(request.length - 2) };
}

function read(socket: Socket): Promise<Buffer> {
  return new Promise((resolve) => socket.once('data', (chunk) => resolve(Buffer.from(chunk))));
}

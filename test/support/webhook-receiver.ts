import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';

/** A received request. */
export interface ReceivedWebhook {
  readonly method: string;
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer;
  /** The body, parsed. */
  // biome-ignore lint/suspicious/noExplicitAny: tests look into notifications of every shape
  readonly json: any;
}

/** Response of the receiver: a status with headers, or a fault. */
export type ReceiverAnswer =
  | { readonly status: number; readonly headers?: Readonly<Record<string, string>> }
  | 'silent'
  | 'drops'
  | 'closes-mid-body'
  | 'huge';

/** A webhook receiver on the loopback address. It records incoming requests. */
export interface WebhookReceiver {
  readonly url: string;
  /** `host:port`. */
  readonly host: string;
  readonly received: readonly ReceivedWebhook[];
  /** Maximum number of simultaneously open requests so far. */
  readonly maxAtOnce: number;
  /** Total number of response bytes received by clients so far. */
  readonly bytesTaken: number;
  /** Sets the responses to the next requests, in order. The last response also applies to all later requests. */
  answer(...answers: readonly ReceiverAnswer[]): void;
  /** Waits until a total of `count` requests have arrived. */
  until(count: number): Promise<readonly ReceivedWebhook[]>;
  /** Responds with 200 to all waiting requests. */
  release(): void;
  /** Stops listening, so that connections fail. */
  down(): Promise<void>;
  /** Listens at the same address again. */
  up(): Promise<void>;
  close(): Promise<void>;
}

const ok: ReceiverAnswer = { status: 200 };
const chunk = Buffer.alloc(64 * 1024, 'x');

/** Starts a receiver on a free port. The default response is 200. */
export async function startWebhookReceiver(): Promise<WebhookReceiver> {
  const received: ReceivedWebhook[] = [];
  const sockets = new Set<Socket>();
  const held = new Set<ServerResponse>();
  const waiting: { readonly count: number; readonly resolve: () => void }[] = [];
  const counts = { open: 0, most: 0, taken: 0 };
  let answers: readonly ReceiverAnswer[] = [ok];
  const next = (): ReceiverAnswer => {
    const [first = ok, ...others] = answers;
    if (others.length > 0) answers = others;
    return first;
  };
  const server = createServer(async (request, response) => {
    counts.open += 1;
    counts.most = Math.max(counts.most, counts.open);
    response.once('close', () => {
      counts.open -= 1;
    });
    received.push(await record(request));
    reply(next(), response, held, counts);
    for (const { count, resolve } of waiting) if (received.length >= count) resolve();
  });
  server.on('connection', (socket: Socket) => {
    sockets.add(socket.on('error', () => undefined).once('close', () => sockets.delete(socket)));
  });
  const port = await listen(server, 0);
  const down = () => stop(server, sockets);
  return {
    url: `http://127.0.0.1:${port}/hook`,
    host: `127.0.0.1:${port}`,
    received,
    get maxAtOnce() {
      return counts.most;
    },
    get bytesTaken() {
      return counts.taken;
    },
    answer: (...given) => {
      answers = given;
    },
    until: async (count) => {
      if (received.length < count) await new Promise<void>((resolve) => waiting.push({ count, resolve }));
      return received;
    },
    release: () => {
      for (const response of held) response.writeHead(200).end();
      held.clear();
    },
    down,
    up: async () => void (await listen(server, port)),
    close: async () => {
      if (server.listening) await down();
    },
  };
}

async function record(request: IncomingMessage): Promise<ReceivedWebhook> {
  const chunks: Buffer[] = [];
  for await (const part of request) chunks.push(part as Buffer);
  const body = Buffer.concat(chunks);
  const headers = request.headers as Record<string, string>;
  const text = body.toString('utf8');
  return { method: request.method ?? '', path: request.url ?? '', headers, body, json: parsed(text) };
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function reply(answer: ReceiverAnswer, response: ServerResponse, held: Set<ServerResponse>, counts: { taken: number }) {
  if (answer === 'silent') return void held.add(response);
  if (answer === 'drops') return void response.socket?.destroy();
  if (answer === 'closes-mid-body') {
    response.writeHead(200, { 'content-length': '1000' });
    return void response.write('half', () => response.socket?.destroy());
  }
  if (answer !== 'huge') return void response.writeHead(answer.status, answer.headers).end('thanks');
  response.writeHead(200, { 'content-length': String(1024 ** 3) });
  const pour = () => {
    while (!response.destroyed && counts.taken < 1024 ** 3) {
      counts.taken += chunk.length;
      if (!response.write(chunk)) return void response.once('drain', pour);
    }
    response.end();
  };
  pour();
}

function listen(server: Server, port: number): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, '127.0.0.1', () => resolve((server.address() as AddressInfo).port));
  });
}

async function stop(server: Server, sockets: ReadonlySet<Socket>): Promise<void> {
  const closed = new Promise<void>((resolve) => server.close(() => resolve()));
  for (const socket of sockets) socket.destroy();
  await closed;
}

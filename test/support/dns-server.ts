import { createSocket } from 'node:dgram';
import type { AddressInfo } from 'node:net';

/** A name server on a loopback port that resolves only the given names. */
export interface DnsServer {
  /** `address:port`. */
  readonly address: string;
  /** Returns the number of queries for a name, in both address families. */
  asked(name: string): number;
  close(): Promise<void>;
}

/** Addresses of each name, or `silent` if the server does not respond. */
type Names = Readonly<Record<string, readonly string[] | 'silent'>>;

/** Starts a name server. It reports unknown names as nonexistent. */
export async function startDnsServer(names: Names): Promise<DnsServer> {
  const asked = new Map<string, number>();
  const socket = createSocket('udp4');
  socket.on('message', (question, from) => {
    const { name, type, end } = readQuestion(question);
    asked.set(name, (asked.get(name) ?? 0) + 1);
    const known = names[name];
    if (known === 'silent') return;
    const records = (known ?? []).filter((address) =>
      type === 1 ? !address.includes(':') : type === 28 && address.includes(':'),
    );
    socket.send(answer(question, end, records, known === undefined), from.port, from.address);
  });
  await new Promise<void>((resolve) => socket.bind(0, '127.0.0.1', resolve));
  return {
    address: `127.0.0.1:${(socket.address() as AddressInfo).port}`,
    asked: (name) => asked.get(name) ?? 0,
    close: () => new Promise((resolve) => socket.close(resolve)),
  };
}

function readQuestion(question: Buffer): { name: string; type: number; end: number } {
  const labels: string[] = [];
  let at = 12;
  for (let length = question[at] ?? 0; length > 0; length = question[at] ?? 0) {
    labels.push(question.toString('ascii', at + 1, at + 1 + length));
    at += length + 1;
  }
  return { name: labels.join('.').toLowerCase(), type: question.readUInt16BE(at + 1), end: at + 5 };
}

function answer(question: Buffer, end: number, addresses: readonly string[], missing: boolean): Buffer {
  const head = Buffer.from(question.subarray(0, end));
  head.writeUInt16BE(missing ? 0x8183 : 0x8180, 2);
  head.writeUInt16BE(addresses.length, 6);
  head.writeUInt16BE(0, 8);
  head.writeUInt16BE(0, 10);
  return Buffer.concat([head, ...addresses.map(record)]);
}

/**
 * Encodes a DNS record with a TTL of one minute. Its name is a pointer to the name in the question. IPv6 addresses must
 * have all eight groups.
 */
function record(address: string): Buffer {
  const groups = address.split(':').map((group) => Number.parseInt(group, 16));
  const isV6 = groups.length === 8;
  const bytes = isV6 ? groups.flatMap((group) => [group >> 8, group & 255]) : address.split('.').map(Number);
  return Buffer.from([0xc0, 0x0c, 0, isV6 ? 28 : 1, 0, 1, 0, 0, 0, 60, 0, bytes.length, ...bytes]);
}

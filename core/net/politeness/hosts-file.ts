import type { LookupAddress } from 'node:dns';
import { readFile } from 'node:fs/promises';
import { isIP } from 'node:net';

const systemFile = process.platform === 'win32' ? 'C:\\Windows\\System32\\drivers\\etc\\hosts' : '/etc/hosts';
/** Cache TTL of the hosts file, in ms. */
const freshMs = 5_000;

type Names = ReadonlyMap<string, readonly LookupAddress[]>;

/** Names and addresses in the system's hosts file. */
export class HostsFile {
  #names: Promise<Names> = Promise.resolve(new Map());
  #readAt = Number.NEGATIVE_INFINITY;

  constructor(private readonly path = systemFile) {}

  /** Returns the addresses for a lower-case name. Undefined if the name is not in the file. */
  async find(host: string): Promise<readonly LookupAddress[] | undefined> {
    const now = performance.now();
    if (now - this.#readAt > freshMs) {
      this.#readAt = now;
      this.#names = readFile(this.path, 'utf8').then(parseHosts, () => new Map());
    }
    return (await this.#names).get(host);
  }
}

function parseHosts(text: string): Names {
  const names = new Map<string, LookupAddress[]>();
  for (const line of text.split(/\r?\n/)) {
    const [address = '', ...hosts] = line.replace(/#.*/, '').trim().split(/\s+/);
    const family = isIP(address);
    if (family === 0) continue;
    for (const host of hosts.map((name) => name.toLowerCase())) {
      names.set(host, [...(names.get(host) ?? []), { address, family }]);
    }
  }
  return names;
}

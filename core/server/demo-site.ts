import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { readFile, stat, writeFile } from 'node:fs/promises';
import type { Server } from 'node:http';
import { extname, join, normalize, sep } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { InTurn } from '../common/concurrency/promises';
import { AppError } from '../common/errors';
import { createServer } from '../net/engines/node-http';
import type { AddressGuard } from '../ports/address-guard';

const mediaTypes: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.json': 'application/json',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.xml': 'application/xml',
  '.txt': 'text/plain; charset=utf-8',
};

/** What a demo site is made of. */
export interface DemoSiteParts {
  /** The pages. */
  readonly folder: string;
  readonly guard: AddressGuard;
  /** Where the port is kept, so that jobs find the site again after a restart. */
  readonly portFile: string;
  /** Port of the site on every machine of a fleet; absent for a process that has its database alone. */
  readonly sharedPort?: number;
}

/** How often a process of a fleet looks whether the site is still served on its machine, in milliseconds. */
const lookMs = 10_000;
/** Ports of fleets: below those that systems give to clients. */
const ports = { first: 20_000, count: 10_000 };

/** The port of the demo site for all processes that share a database, by the name of that database. */
export const sharedDemoPort = (databaseUrl: string): number => {
  const name = createHash('sha256')
    .update(URL.parse(databaseUrl)?.pathname ?? '')
    .digest();
  return ports.first + (name.readUInt16BE() % ports.count);
};

/**
 * A small site to try Gleaner on, served on a loopback port of its own; the guard's one exception. In a fleet it is at the same address
 * on every machine, served by one process of each, so that any worker can read it.
 */
export class DemoSite {
  #server: Server | undefined;
  #starting: Promise<string> | undefined;
  #allowed: (() => void) | undefined;
  #closed = false;
  #watch: NodeJS.Timeout | undefined;
  readonly #turns = new InTurn();

  constructor(private readonly parts: DemoSiteParts) {}

  /** Starts the site unless it runs, and gives back its address. */
  async start(): Promise<string> {
    if (this.#closed) throw new AppError('ENGINE_CLOSING');
    const { sharedPort } = this.parts;
    if (sharedPort !== undefined) return this.#turns.run(() => this.#share(sharedPort));
    this.#starting ??= this.#listen().catch((thrown: unknown) => {
      this.#starting = undefined;
      throw thrown;
    });
    return this.#starting;
  }

  /** Starts the site again when an earlier run had it, and in a fleet in any case. Never fails: only jobs of the site itself need it. */
  async resume(): Promise<void> {
    const { sharedPort } = this.parts;
    if (sharedPort !== undefined)
      this.#watch = setInterval(() => void this.start().catch(() => undefined), lookMs).unref();
    if (sharedPort !== undefined || (await this.#lastPort())) await this.start().catch(() => undefined);
  }

  /** Ends the site, also one that is just starting. */
  async close(): Promise<void> {
    this.#closed = true;
    clearInterval(this.#watch);
    await this.#starting?.catch(() => undefined);
    await this.#turns.run(async () => undefined);
    this.#disallow();
    this.#server?.closeAllConnections();
    await new Promise<void>((resolve) => (this.#server ? this.#server.close(() => resolve()) : resolve()));
  }

  /** Serves the site on the port of the fleet, unless another process of this machine does. */
  async #share(port: number): Promise<string> {
    if (this.#closed) throw new AppError('ENGINE_CLOSING');
    const address = `http://127.0.0.1:${port}/`;
    if (this.#server) return address;
    const isMine = await this.#listenOn(port).then(
      () => true,
      () => false,
    );
    const isThere = isMine || (await this.#isServedAt(address));
    // What is allowed stays so while the site goes from one process to the other.
    if (isThere) this.#allowed ??= this.parts.guard.allow('127.0.0.1', port);
    else this.#disallow();
    if (!isThere)
      throw new AppError('CONFLICT', `Port ${port}, which the demo site needs, is in use by another program.`);
    return address;
  }

  #disallow(): void {
    this.#allowed?.();
    this.#allowed = undefined;
  }

  /** True when the very same site is at an address already. */
  async #isServedAt(address: string): Promise<boolean> {
    const own = await readFile(join(this.parts.folder, 'index.html'));
    const found = await fetch(address, { signal: AbortSignal.timeout(2000), redirect: 'error' })
      .then((answer) => answer.arrayBuffer())
      .catch(() => undefined);
    return found !== undefined && own.equals(Buffer.from(found));
  }

  async #listen(): Promise<string> {
    const last = await this.#lastPort();
    const port = await this.#listenOn(last ?? 0).catch((thrown: unknown) => {
      // Somebody else may have the port by now.
      if (last === undefined) throw thrown;
      return this.#listenOn(0);
    });
    this.#allowed = this.parts.guard.allow('127.0.0.1', port);
    // Without the file only a job that outlives this run loses the site.
    if (port !== last) await writeFile(this.parts.portFile, `${port}\n`).catch(() => undefined);
    return `http://127.0.0.1:${port}/`;
  }

  async #listenOn(wanted: number): Promise<number> {
    const server = createServer((request, response) => void this.#answer(request.url ?? '/', response));
    await new Promise<void>((resolve, reject) => server.once('error', reject).listen(wanted, '127.0.0.1', resolve));
    this.#server = server;
    const address = server.address();
    return typeof address === 'object' && address ? address.port : wanted;
  }

  /** The port of an earlier run; undefined when there was none. */
  async #lastPort(): Promise<number | undefined> {
    const text = await readFile(this.parts.portFile, 'utf8').catch(() => '');
    const port = Number(text);
    return Number.isInteger(port) && port > 1023 && port < 65536 ? port : undefined;
  }

  async #answer(address: string, response: import('node:http').ServerResponse): Promise<void> {
    const file = await this.#fileOf(address);
    if (!file) return void response.writeHead(404, { 'content-type': 'text/html' }).end('<h1>Not found</h1>');
    response.writeHead(200, { 'content-type': mediaTypes[extname(file)] ?? 'application/octet-stream' });
    // A caller who leaves, or a file that went meanwhile, ends this answer only.
    await pipeline(createReadStream(file), response).catch(() => response.destroy());
  }

  /** The file behind an address; undefined for anything outside the folder. */
  async #fileOf(address: string): Promise<string | undefined> {
    try {
      const path = decodeURIComponent(new URL(address, 'http://demo').pathname);
      const file = normalize(join(this.parts.folder, path));
      if (!file.startsWith(this.parts.folder + sep) && file !== this.parts.folder) return undefined;
      const found = (await stat(file)).isDirectory() ? join(file, 'index.html') : file;
      return (await stat(found)).isFile() ? found : undefined;
    } catch {
      return undefined;
    }
  }
}

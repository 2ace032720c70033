import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { readFile, stat, writeFile } from 'node:fs/promises';
import type { Server } from 'node:http';
import { extname, join, normalize, sep } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { SerialQueue } from '../common/concurrency/promises';
import { AppError } from '../common/errors';
import { createServer } from '../net/engines/node-http';
import type { AddressGuard } from '../ports/address-guard';

const mediaTypes: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.csv': 'text/csv; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.json': 'application/json',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.xml': 'application/xml',
  '.txt': 'text/plain; charset=utf-8',
};

/** Dependencies of the demo site. */
export interface DemoSiteParts {
  /** Directory that contains the pages. */
  readonly folder: string;
  readonly guard: AddressGuard;
  /** File that stores the port, so that jobs can reach the site at the same URL after a restart. */
  readonly portFile: string;
  /** Port on which every machine of a fleet serves the site. Absent outside a fleet. */
  readonly sharedPort?: number;
}

/** Interval in ms at which a process in a fleet checks whether the site is still served on this machine. */
const pollMs = 10_000;
/** Range of ports for the demo sites of fleets. It is below the operating systems' ephemeral ports. */
const ports = { first: 20_000, count: 10_000 };

/** Derives the port for a fleet's demo site from the name of its database. */
export const sharedDemoPort = (databaseUrl: string): number => {
  const name = createHash('sha256')
    .update(URL.parse(databaseUrl)?.pathname ?? '')
    .digest();
  return ports.first + (name.readUInt16BE() % ports.count);
};

/**
 * Small site for trying out Gleaner. Its loopback port is the only exception to the address guard. In a fleet, one
 * process per machine serves the site at the same URL, so that all workers can read it.
 */
export class DemoSite {
  #server: Server | undefined;
  #starting: Promise<string> | undefined;
  #allowed: (() => void) | undefined;
  #closed = false;
  #watch: NodeJS.Timeout | undefined;
  readonly #turns = new SerialQueue();

  constructor(private readonly parts: DemoSiteParts) {}

  /** Starts the site if it is not running. Returns its URL. */
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

  /**
   * Restarts the site if an earlier run served it. In a fleet, always starts the site. Ignores errors, because only
   * jobs that read the site need it.
   */
  async resume(): Promise<void> {
    const { sharedPort } = this.parts;
    if (sharedPort !== undefined)
      this.#watch = setInterval(() => void this.start().catch(() => undefined), pollMs).unref();
    if (sharedPort !== undefined || (await this.#lastPort())) await this.start().catch(() => undefined);
  }

  /** Stops the site, even if it is still starting. */
  async close(): Promise<void> {
    this.#closed = true;
    clearInterval(this.#watch);
    await this.#starting?.catch(() => undefined);
    await this.#turns.run(async () => undefined);
    this.#disallow();
    this.#server?.closeAllConnections();
    await new Promise<void>((resolve) => (this.#server ? this.#server.close(() => resolve()) : resolve()));
  }

  /** Serves the site on the fleet's port, unless another process on this machine already serves it. */
  async #share(port: number): Promise<string> {
    if (this.#closed) throw new AppError('ENGINE_CLOSING');
    const address = `http://127.0.0.1:${port}/`;
    if (this.#server) return address;
    const isMine = await this.#listenOn(port).then(
      () => true,
      () => false,
    );
    const isThere = isMine || (await this.#isServedAt(address));
    // The guard permits the port while any process on this machine serves the site.
    if (isThere) this.#allowed ??= this.parts.guard.allow('127.0.0.1', port);
    else this.#disallow();
    if (!isThere)
      throw new AppError(
        'CONFLICT',
        `Port ${port}, which the demo site needs, is in use by another program; stop that program and try again.`,
      );
    return address;
  }

  #disallow(): void {
    this.#allowed?.();
    this.#allowed = undefined;
  }

  /** True when the given URL already serves this demo site. */
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
      // Uses a free port if another program now uses the port from the earlier run.
      if (last === undefined) throw thrown;
      return this.#listenOn(0);
    });
    this.#allowed = this.parts.guard.allow('127.0.0.1', port);
    // A failed write is ignored, because only jobs that continue after a restart would lose access to the site.
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

  /** Returns the port used by an earlier run, if any. */
  async #lastPort(): Promise<number | undefined> {
    const text = await readFile(this.parts.portFile, 'utf8').catch(() => '');
    const port = Number(text);
    return Number.isInteger(port) && port > 1023 && port < 65536 ? port : undefined;
  }

  async #answer(address: string, response: import('node:http').ServerResponse): Promise<void> {
    const file = await this.#fileOf(address);
    if (!file) return void response.writeHead(404, { 'content-type': 'text/html' }).end('<h1>Not found</h1>');
    response.writeHead(200, { 'content-type': mediaTypes[extname(file)] ?? 'application/octet-stream' });
    // If the client disconnects or the file has been deleted, only this response ends.
    await pipeline(createReadStream(file), response).catch(() => response.destroy());
  }

  /** Returns the file path for a URL. Undefined for a path outside the directory. */
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

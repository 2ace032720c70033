import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import { extname, join, normalize, sep } from 'node:path';
import type { AddressGuard } from '../politeness/address-guard';

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

/** A small site to try Gleaner on, served on a loopback port of its own; the guard's one exception. */
export class DemoSite {
  #server: Server | undefined;
  #starting: Promise<string> | undefined;
  #disallow: () => void = () => undefined;

  constructor(
    private readonly folder: string,
    private readonly guard: AddressGuard,
  ) {}

  /** Starts the site unless it runs, and gives back its address. */
  start(): Promise<string> {
    this.#starting ??= this.#listen();
    return this.#starting;
  }

  async close(): Promise<void> {
    this.#disallow();
    this.#server?.closeAllConnections();
    await new Promise<void>((resolve) => (this.#server ? this.#server.close(() => resolve()) : resolve()));
  }

  async #listen(): Promise<string> {
    const server = createServer((request, response) => void this.#answer(request.url ?? '/', response));
    this.#server = server;
    await new Promise<void>((resolve, reject) => server.once('error', reject).listen(0, '127.0.0.1', resolve));
    const address = server.address();
    const port = typeof address === 'object' && address ? address.port : 0;
    this.#disallow = this.guard.allow('127.0.0.1', port);
    return `http://127.0.0.1:${port}/`;
  }

  async #answer(address: string, response: import('node:http').ServerResponse): Promise<void> {
    const file = await this.#fileOf(address);
    if (!file) return void response.writeHead(404, { 'content-type': 'text/html' }).end('<h1>Not found</h1>');
    response.writeHead(200, { 'content-type': mediaTypes[extname(file)] ?? 'application/octet-stream' });
    createReadStream(file).pipe(response);
  }

  /** The file behind an address; undefined for anything outside the folder. */
  async #fileOf(address: string): Promise<string | undefined> {
    try {
      const path = decodeURIComponent(new URL(address, 'http://demo').pathname);
      const file = normalize(join(this.folder, path));
      if (!file.startsWith(this.folder + sep) && file !== this.folder) return undefined;
      const found = (await stat(file)).isDirectory() ? join(file, 'index.html') : file;
      return (await stat(found)).isFile() ? found : undefined;
    } catch {
      return undefined;
    }
  }
}

import { mkdtempSync, rmSync } from 'node:fs';
import { createServer, type IncomingMessage, type RequestListener, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { FetchPlan, Page } from '../../../../../core/common/model';
import type { ActionPlugin } from '../../../../../core/contract/plugin';
import { ChromiumEngine, type ChromiumEngineOptions } from '../../../../../core/net/engines/browser/browser-engine';
import { EgressProxy } from '../../../../../core/net/engines/egress/egress-proxy';
import { GuardedAddresses } from '../../../../../core/net/politeness/guarded-addresses';
import { builtInPlugins } from '../../../../../plugins';
import screenshotFormat from '../../../../../plugins/formats/screenshot';

const actions: readonly ActionPlugin[] = builtInPlugins.filter((plugin) => plugin.kind === 'action');

/** A small site on a loopback port. `pages` maps paths to HTML or to a request listener. */
export interface Site {
  readonly base: string;
  readonly requests: IncomingMessage[];
  close(): Promise<void>;
}

export type SitePages = Readonly<Record<string, string | RequestListener>>;

export async function startSite(pages: SitePages, host = '127.0.0.1'): Promise<Site> {
  const requests: IncomingMessage[] = [];
  const server = createServer((request, response) => {
    requests.push(request);
    answer(pages, request, response);
  });
  await new Promise<void>((resolve) => server.listen(0, host, resolve));
  return { base: `http://${host}:${(server.address() as AddressInfo).port}`, requests, close: () => end(server) };
}

function answer(pages: SitePages, request: IncomingMessage, response: ServerResponse): void {
  const page = pages[(request.url ?? '').split('?', 1)[0] ?? ''];
  if (typeof page === 'function') {
    page(request, response);
    return;
  }
  response.writeHead(page === undefined ? 404 : 200, { 'content-type': 'text/html; charset=utf-8' });
  response.end(page ?? '<h1>Not found</h1>');
}

function end(server: Server): Promise<void> {
  server.closeAllConnections();
  return new Promise((resolve) => server.close(() => resolve()));
}

/** An engine with only real components, and functions that fetch pages with it. */
export interface Lab {
  readonly engine: ChromiumEngine;
  readonly egress: EgressProxy;
  readonly dataDir: string;
  fetch(url: string, plan?: Partial<FetchPlan>, signal?: AbortSignal): Promise<Page>;
  html(url: string, plan?: Partial<FetchPlan>): Promise<string>;
  close(): Promise<void>;
}

export type LabOptions = Partial<ChromiumEngineOptions> & { readonly allowPrivateNetwork?: boolean };

let jobs = 0;

export function planFor(url: string, plan: Partial<FetchPlan> = {}): FetchPlan {
  jobs++;
  return {
    url,
    engine: 'browser',
    headers: {},
    userAgent: 'unused',
    waitForMs: 0,
    timeoutMs: 20_000,
    mobile: false,
    skipTlsVerification: false,
    blockAds: false,
    proxyTier: 'basic',
    actions: [],
    captures: [],
    jobId: `job-${jobs}`,
    ...plan,
  };
}

export function startLab({ allowPrivateNetwork = true, ...options }: LabOptions = {}): Lab {
  const dataDir = options.dataDir ?? mkdtempSync(join(tmpdir(), 'gleaner-browser-'));
  const egress = new EgressProxy(new GuardedAddresses({ allowPrivateNetwork, allowedHosts: [] }));
  const engine = new ChromiumEngine({
    dataDir,
    browserPath: () => undefined,
    maxPages: () => 2,
    egress,
    action: (type) => actions.find((action) => action.type === type),
    format: (type) => (type === 'screenshot' ? screenshotFormat : undefined),
    secret: async (name, origin) => `${name} of ${origin}`,
    ...options,
  });
  const fetch: Lab['fetch'] = (url, plan, signal = new AbortController().signal) =>
    engine.fetch(planFor(url, plan), signal);
  return {
    engine,
    egress,
    dataDir,
    fetch,
    html: async (url, plan) => Buffer.from((await fetch(url, plan)).body).toString(),
    async close() {
      await engine.close();
      await egress.close();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}

/** Returns the error code of a rejected promise. */
export async function codeOf(work: Promise<unknown>): Promise<string | undefined> {
  try {
    await work;
    return undefined;
  } catch (thrown) {
    return (thrown as { code?: string }).code;
  }
}

/** Waits until a condition holds. */
export async function eventually(holds: () => boolean | Promise<boolean>, withinMs = 10_000): Promise<void> {
  const end = Date.now() + withinMs;
  while (!(await holds())) {
    if (Date.now() > end) throw new Error('It did not come to hold in time.');
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
}

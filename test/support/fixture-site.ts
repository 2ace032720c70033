import { createServer, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A small site with fixed pages that tests can replace. It counts incoming requests. */
export interface FixtureSite {
  readonly url: string;
  readonly host: string;
  hits(path: string): number;
  /** Replaces a page for all later requests. */
  put(path: string, body: string | Buffer, headers?: Record<string, string>, status?: number): void;
  /** Returns the headers of the last request for a path. */
  lastHeaders(path: string): Record<string, string | string[] | undefined>;
  close(): Promise<void>;
}

const article = `<!doctype html><html lang="en"><head><title>The harbour</title>
<meta name="description" content="About a harbour"><meta property="og:title" content="Harbour OG">
<meta name="keywords" content="sea, ships"><link rel="icon" href="/icon.png"></head>
<body><header><nav><a href="/nav">Navigation</a></nav></header>
<main><article><h1>The harbour</h1>
<p>Ships come and go in the harbour, and every morning the cranes begin to move long before the town is awake. The
work has been the same for a hundred years, although the boxes have grown and the men have become few.</p>
<p>Read <a href="/more.html">more about cranes</a> and <a href="https://example.org/x">elsewhere</a>, where the story of
the cranes is told in full, from the first wooden arm to the machines of steel that load a ship in a single night.</p>
<img src="/crane.png" alt="A crane"><p class="advert">Buy now</p>
<p>In the evening the lamps are lit along the quay, and the last boats bring the people home from the islands, as they
did yesterday and will do tomorrow, whatever the weather says about it.</p></article></main>
<footer>Imprint <a href="/imprint">Imprint page</a></footer></body></html>`;

const shell = `<!doctype html><html><head><title>Shell</title></head><body><div id="root">Loading…</div><script>
setTimeout(() => { document.getElementById('root').innerHTML =
'<main><h1>Rendered</h1><p>' + 'Written by a script, long after the page had come. '.repeat(12) + '</p></main>'; }, 60);
</script></body></html>`;

const form = `<!doctype html><html><head><title>Form</title></head><body><h1>Form</h1><input id="name">
<button id="go" onclick="document.getElementById('out').textContent = 'Hello ' + document.getElementById('name').value">Go</button>
<p id="out">nothing yet</p><p>A page with a form that says hello to whoever writes a name and presses the button.</p></body></html>`;

/** Starts the site on a free loopback port. */
export async function startFixtureSite(): Promise<FixtureSite> {
  const pages = new Map<string, { body: string | Buffer; headers: Record<string, string>; status: number }>();
  const hits = new Map<string, number>();
  const seen = new Map<string, Record<string, string | string[] | undefined>>();
  const put: FixtureSite['put'] = (path, body, headers = {}, status = 200) =>
    void pages.set(path, { body, headers: { 'content-type': 'text/html; charset=utf-8', ...headers }, status });
  put('/', article);
  put('/article', article);
  put('/shell', shell);
  put('/form', form);
  put('/gone', '<h1>Not here</h1><p>This page has moved away.</p>', {}, 404);
  put('/empty', '');
  put('/crane.png', Buffer.from('iVBORw0KGgo=', 'base64'), { 'content-type': 'image/png' });
  const server = createServer((request, response) => {
    const { pathname } = new URL(request.url ?? '/', 'http://fixture');
    hits.set(pathname, (hits.get(pathname) ?? 0) + 1);
    seen.set(pathname, request.headers);
    answer(response, pages.get(pathname));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    host: `127.0.0.1:${port}`,
    hits: (path) => hits.get(path) ?? 0,
    put,
    lastHeaders: (path) => seen.get(path) ?? {},
    close: () => close(server),
  };
}

function answer(
  response: ServerResponse,
  page: { body: string | Buffer; headers: Record<string, string>; status: number } | undefined,
) {
  if (!page) return void response.writeHead(404, { 'content-type': 'text/html' }).end('<h1>Nothing</h1>');
  response.writeHead(page.status, page.headers).end(page.body);
}

function close(server: Server): Promise<void> {
  server.closeAllConnections();
  return new Promise((resolve) => server.close(() => resolve()));
}

/** Serves a built renderer with canned answers of the local API, for work on the window without an engine. Development only. */
import { readFile } from 'node:fs/promises';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { extname, join } from 'node:path';

const root = process.argv[2] ?? 'out/renderer';
const port = Number(process.argv[3] ?? 3999);
const types: Record<string, string> = {
  '.html': 'text/html',
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.svg': 'image/svg+xml',
};
const listeners = new Set<ServerResponse>();
const noBrowser = process.argv.includes('--no-browser');

const markdown = `# The Orchard Almanac\n\nNotes on **pruning**, grafting and the long patience of trees. [Read the archive](/archive) or see the [price list](https://example.org/prices).\n\n![A pear tree in April](https://example.org/pear.jpg)\n\n## Three rules\n\n1. Cut above a bud.\n2. Never more than a third.\n3. Wait for a dry day.\n\n> A tree forgives slowly, but it forgives.\n\n| Variety | Blossom | Harvest |\n| --- | --- | --- |\n| Conference | April | September |\n| Williams | April | August |\n\n\`\`\`js\nconst graft = (stock, scion) => stock.join(scion);\n\`\`\`\n\n<script>alert(1)</script> [bad](javascript:alert(1))\n`;
const html = `<!doctype html>\n<html lang="en">\n  <!-- orchard -->\n  <body class="page">\n    <h1>The Orchard Almanac</h1>\n    <p>Notes on <strong>pruning</strong> &amp; grafting.</p>\n    <a href="/archive" data-x='1'>Archive</a>\n  </body>\n</html>`;
const doc: Record<string, unknown> = {
  markdown,
  html,
  rawHtml: html,
  links: Array.from({ length: 5000 }, (_n, index) => `https://example.org/orchard/page-${index}`),
  images: ['https://example.org/pear.jpg', 'https://example.org/apple.png'],
  screenshot: `http://127.0.0.1:${port}/files/shot`,
  attributes: [{ selector: 'a.more', attribute: 'href', values: ['/archive', '/prices'] }],
  changeTracking: {
    previousScrapeAt: '2026-11-19T10:00:00.000Z',
    changeStatus: 'changed',
    visibility: 'visible',
    diff: {
      text: '@@ -1,3 +1,3 @@\n # The Orchard Almanac\n-Notes on pruning.\n+Notes on pruning and grafting.\n ',
      json: { files: [] },
    },
  },
  json: { title: 'The Orchard Almanac', rules: 3, open: true, none: null },
};
const actionsResult = {
  screenshots: [`http://127.0.0.1:${port}/files/shot`],
  scrapes: [{ url: 'https://example.org/', html }],
  javascriptReturns: [{ type: 'number', value: 42 }],
  pdfs: [],
};
const metadata = {
  title: 'The Orchard Almanac',
  description: 'Notes on pruning',
  language: 'en',
  sourceURL: 'https://example.org/',
  url: 'https://example.org/',
  statusCode: 200,
  contentType: 'text/html; charset=utf-8',
  proxyUsed: 'basic',
  creditsUsed: 1,
  ogLocaleAlternate: ['de_DE', 'fr_FR'],
};

const object = (properties: Record<string, unknown>, required: string[] = []) => ({
  type: 'object',
  properties,
  required,
  additionalProperties: false,
});
const schema = {
  scrape: object(
    {
      url: { type: 'string', description: 'Address of the page.' },
      formats: { type: 'array', default: ['markdown'] },
      onlyMainContent: { type: 'boolean', default: true, description: 'Leave out headers, navigation and footers.' },
      includeTags: {
        type: 'array',
        items: { type: 'string' },
        default: [],
        description: 'CSS selectors of what to keep.',
      },
      excludeTags: {
        type: 'array',
        items: { type: 'string' },
        default: [],
        description: 'CSS selectors of what to leave out.',
      },
      headers: {
        type: 'object',
        additionalProperties: { type: 'string' },
        propertyNames: { type: 'string' },
        default: {},
        description: 'Headers sent with the request.',
      },
      waitFor: {
        type: 'integer',
        minimum: 0,
        maximum: 60000,
        default: 0,
        description: 'Milliseconds to wait before the content is taken.',
      },
      timeout: {
        type: 'integer',
        exclusiveMinimum: 0,
        maximum: 300000,
        default: 30000,
        description: 'Longest the scrape may take, in milliseconds.',
      },
      mobile: { type: 'boolean', default: false, description: 'Pretend to be a phone.' },
      skipTlsVerification: { type: 'boolean', default: true, description: 'Accept certificates that are not valid.' },
      parsers: { type: 'array', items: {}, default: ['pdf'], description: 'Which files are read as text.' },
      removeBase64Images: { type: 'boolean', default: true, description: 'Replace embedded pictures by placeholders.' },
      blockAds: { type: 'boolean', default: true, description: 'Block ads and cookie banners.' },
      proxy: {
        type: 'string',
        enum: ['basic', 'stealth', 'auto'],
        default: 'auto',
        description: 'Which proxies may be used.',
      },
      maxAge: {
        type: 'integer',
        minimum: 0,
        maximum: 9007199254740991,
        default: 172800000,
        description: 'A cached copy younger than this many milliseconds is good enough.',
      },
      storeInCache: { type: 'boolean', default: true, description: 'Keep the page for later scrapes.' },
      zeroDataRetention: { type: 'boolean', default: false, description: 'Leave nothing on disk.' },
      location: {
        ...object({
          country: { type: 'string', description: 'Two-letter country.' },
          languages: { type: 'array', items: { type: 'string' }, default: [], description: 'Languages, best first.' },
        }),
        description: 'Where the page believes its reader is.',
      },
      actions: { type: 'array', default: [] },
    },
    ['url'],
  ),
  formats: [
    { id: 'markdown', summary: 'The content as markdown.', needsBrowser: false },
    { id: 'html', summary: 'The cleaned content as HTML.', needsBrowser: false },
    { id: 'rawHtml', summary: 'The page as it came.', needsBrowser: false },
    { id: 'links', summary: 'Every link of the page.', needsBrowser: false },
    { id: 'images', summary: 'Every picture of the page.', needsBrowser: false },
    {
      id: 'screenshot',
      summary: 'A picture of the page.',
      needsBrowser: true,
      options: object({
        fullPage: { type: 'boolean', default: false, description: 'The whole page, not only the first view.' },
        quality: { type: 'integer', minimum: 1, maximum: 100, description: 'JPEG quality; a PNG when absent.' },
        viewport: object(
          {
            width: { type: 'integer', exclusiveMinimum: 0, maximum: 7680 },
            height: { type: 'integer', exclusiveMinimum: 0, maximum: 4320 },
          },
          ['width', 'height'],
        ),
      }),
    },
    {
      id: 'attributes',
      summary: 'Values of attributes.',
      needsBrowser: false,
      options: object(
        {
          selectors: {
            type: 'array',
            items: object(
              {
                selector: { type: 'string', description: 'CSS selector.' },
                attribute: { type: 'string', description: 'Attribute to read.' },
              },
              ['selector', 'attribute'],
            ),
            description: 'What to read.',
          },
        },
        ['selectors'],
      ),
    },
    {
      id: 'changeTracking',
      summary: 'What changed since the last scrape.',
      needsBrowser: false,
      requires: ['markdown'],
      options: object({
        modes: {
          type: 'array',
          items: { type: 'string', enum: ['git-diff', 'json'] },
          default: [],
          description: 'How differences are told.',
        },
        tag: {
          anyOf: [{ type: 'string' }, { type: 'null' }],
          default: null,
          description: 'Separate history for this tag.',
        },
      }),
    },
    { id: 'summary', summary: 'A short summary.', needsBrowser: false },
    {
      id: 'json',
      summary: 'Structured data.',
      needsBrowser: false,
      options: object({
        schema: { type: 'object', additionalProperties: {}, description: 'JSON schema of the answer.' },
        prompt: { type: 'string', maxLength: 10000, description: 'What to extract.' },
      }),
    },
  ],
  actions: [
    {
      type: 'wait',
      summary: 'Waits for a time or for an element.',
      schema: object({
        type: { const: 'wait' },
        milliseconds: { type: 'integer', exclusiveMinimum: 0, description: 'How long, in milliseconds.' },
        selector: { type: 'string', description: 'Element to wait for.' },
      }),
    },
    {
      type: 'click',
      summary: 'Presses an element.',
      schema: object(
        {
          selector: { type: 'string', minLength: 1, description: 'Element to press.' },
          all: { type: 'boolean', default: false, description: 'Press every match.' },
        },
        ['selector'],
      ),
    },
    {
      type: 'write',
      summary: 'Types into the focused element.',
      schema: object({ text: { type: 'string', description: 'Text to type.' } }, ['text']),
    },
    {
      type: 'press',
      summary: 'Presses a key.',
      schema: object({ key: { type: 'string', description: 'Key, e.g. Enter.' } }, ['key']),
    },
    {
      type: 'scroll',
      summary: 'Scrolls by one view.',
      schema: object({
        direction: { type: 'string', enum: ['up', 'down'], default: 'down', description: 'Which way.' },
        selector: { type: 'string', description: 'Element to scroll.' },
      }),
    },
    {
      type: 'screenshot',
      summary: 'Takes a picture.',
      schema: object({ fullPage: { type: 'boolean', default: false, description: 'The whole page.' } }),
    },
    { type: 'scrape', summary: 'Keeps the HTML as it is now.', schema: object({}) },
    {
      type: 'executeJavascript',
      summary: 'Runs a script.',
      schema: object({ script: { type: 'string', description: 'Script to run.' } }, ['script']),
    },
    {
      type: 'pdf',
      summary: 'Prints a PDF.',
      schema: object({
        format: {
          type: 'string',
          enum: ['A0', 'A1', 'A2', 'A3', 'A4', 'A5', 'A6', 'Letter', 'Legal'],
          default: 'Letter',
          description: 'Paper.',
        },
        landscape: { type: 'boolean', default: false, description: 'Turned.' },
        scale: { type: 'number', minimum: 0.1, maximum: 2, default: 1, description: 'Scale.' },
      }),
    },
  ],
  parsers: [
    {
      id: 'pdf',
      summary: 'Reads PDF files.',
      optIn: false,
      options: object({
        maxPages: { type: 'integer', minimum: 1, maximum: 10000, description: 'Pages to read at most.' },
      }),
    },
  ],
};
const settings = {
  port: 3002,
  concurrency: 8,
  browserPages: 4,
  browserPath: '',
  allowPrivateNetwork: false,
  allowedHosts: [] as string[],
  proxies: [],
  filterLists: [],
  monthlyCredits: null,
  plugins: {},
  enabledPlugins: [],
};
const settingsSchema = object({
  port: {
    type: 'integer',
    minimum: 0,
    maximum: 65535,
    default: 3002,
    description: 'Port of the service on 127.0.0.1.',
  },
  concurrency: {
    type: 'integer',
    minimum: 1,
    maximum: 256,
    default: 8,
    description: 'Pages fetched at the same time, over all jobs.',
  },
  browserPages: {
    type: 'integer',
    minimum: 1,
    maximum: 32,
    default: 4,
    description: 'Browser pages kept open at the same time.',
  },
  browserPath: { type: 'string', default: '', description: 'Browser program to use; empty means: find one.' },
  allowPrivateNetwork: {
    type: 'boolean',
    default: false,
    description: 'Let scrapes reach private and loopback addresses.',
  },
  allowedHosts: {
    type: 'array',
    items: { type: 'string' },
    default: [],
    description: 'Hosts on private addresses that scrapes may reach, as `host` or `host:port`.',
  },
  proxies: {
    type: 'array',
    items: object(
      {
        plugin: { type: 'string', description: 'Proxy plugin.' },
        tier: { type: 'string', enum: ['basic', 'stealth'], default: 'basic', description: 'Tier.' },
        config: { type: 'object', additionalProperties: {}, default: {}, description: 'Settings of the plugin.' },
      },
      ['plugin'],
    ),
    default: [],
    description: 'Proxy sources, first match wins.',
  },
  filterLists: {
    type: 'array',
    items: { type: 'string', format: 'uri' },
    default: [],
    description: 'Addresses of ad filter lists to use besides the built-in one.',
  },
  monthlyCredits: {
    anyOf: [{ type: 'integer', minimum: 0, maximum: 9007199254740991 }, { type: 'null' }],
    default: null,
    description: 'Credits per month; null means no limit.',
  },
});
const keys: { id: string; name: string; prefix: string; createdAt: string }[] = [
  { id: 'k1', name: 'first key', prefix: 'gl-4fa2', createdAt: new Date(Date.now() - 9e6).toISOString() },
];
const ago = (minutes: number): string => new Date(Date.now() - minutes * 60_000).toISOString();
let history: Record<string, unknown>[] = [
  {
    id: 'h1',
    url: 'https://example.org/',
    title: 'The Orchard Almanac',
    state: 'completed',
    statusCode: 200,
    formats: ['markdown', 'links', 'screenshot', 'html'],
    credits: 1,
    createdAt: ago(3),
    finishedAt: ago(3),
    durationMs: 412,
  },
  {
    id: 'h2',
    url: 'http://192.168.0.4/admin',
    state: 'failed',
    formats: ['markdown'],
    credits: 0,
    createdAt: ago(90),
    finishedAt: ago(90),
    durationMs: 8,
    error: { code: 'PRIVATE_ADDRESS_BLOCKED', message: '192.168.0.4 is a private address; allow it in Settings.' },
  },
  {
    id: 'h3',
    url: 'https://example.org/gone',
    title: 'Not found',
    state: 'completed',
    statusCode: 404,
    formats: ['markdown'],
    credits: 1,
    createdAt: ago(4000),
    finishedAt: ago(4000),
    durationMs: 1890,
  },
];

const json = (reply: ServerResponse, value: unknown, status = 200): void => {
  reply.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(value));
};
const emit = (type: string, jobId: string | undefined, data: unknown): void => {
  for (const one of listeners)
    one.write(`event: ${type}\ndata: ${JSON.stringify({ type, jobId, at: new Date().toISOString(), data })}\n\n`);
};
async function body(request: IncomingMessage): Promise<Record<string, unknown>> {
  let text = '';
  for await (const chunk of request) text += chunk;
  return text ? JSON.parse(text) : {};
}
async function scrape(request: IncomingMessage, reply: ServerResponse): Promise<void> {
  const wanted = await body(request);
  const jobId = String(request.headers['x-gleaner-job-id']);
  const url = String(wanted.url);
  if (url.includes('192.168'))
    return json(
      reply,
      {
        success: false,
        error: `${url} is on a private address; allow it in Settings.`,
        code: 'PRIVATE_ADDRESS_BLOCKED',
      },
      403,
    );
  if (url.includes('nobrowser'))
    return json(
      reply,
      { success: false, error: 'No browser was found; install one.', code: 'SCRAPE_BROWSER_UNAVAILABLE' },
      500,
    );
  if (url.includes('bad'))
    return json(
      reply,
      {
        success: false,
        error: 'Bad Request',
        code: 'BAD_REQUEST',
        details: [{ path: ['waitFor'], message: 'waitFor may be half of timeout at most' }],
      },
      400,
    );
  for (const stage of ['queued', 'fetching', 'rendering', 'deriving', 'storing']) {
    emit('scrape.progress', jobId, { stage, detail: `GET ${url}` });
    await new Promise((done) => setTimeout(done, url.includes('slow') ? 4000 : 150));
    if (reply.destroyed) return;
  }
  const formats = ((wanted.formats as unknown[]) ?? ['markdown']).map((one) =>
    typeof one === 'string' ? one : (one as { type: string }).type,
  );
  const data = {
    ...Object.fromEntries(formats.map((id) => [id, doc[id]])),
    ...(wanted.actions ? { actions: actionsResult } : {}),
    metadata: { ...metadata, url, sourceURL: url },
    ...(url.includes('warn') ? { warning: 'The ad filter could not be loaded; ads may be in the content.' } : {}),
  };
  json(reply, { success: true, data });
}

createServer(async (request, reply) => {
  const url = new URL(request.url ?? '/', `http://127.0.0.1:${port}`);
  const route = `${request.method} ${url.pathname}`;
  if (route === 'GET /local/session' && process.argv.includes('--signed-out'))
    return json(reply, { success: false, code: 'UNAUTHORIZED', error: 'no' }, 401);
  if (route === 'POST /local/session') return json(reply, { success: false, code: 'UNAUTHORIZED', error: 'no' }, 401);
  if (route === 'GET /local/session')
    return json(reply, {
      signedIn: true,
      version: '0.1.0',
      dataDir: '/home/me/.local/share/gleaner',
      baseUrl: `http://127.0.0.1:${port}`,
      browser: noBrowser
        ? { found: false }
        : { found: true, path: '/usr/bin/chromium-headless-shell', kind: 'headless shell' },
      vault: 'encrypted file',
    });
  if (route === 'GET /local/schema') return json(reply, schema);
  if (route === 'POST /v2/scrape') return scrape(request, reply);
  if (route.startsWith('GET /v2/scrape/')) return json(reply, { success: true, data: { ...doc, metadata } });
  if (route === 'GET /local/history')
    return json(reply, {
      items: history.filter((item) => JSON.stringify(item).includes(url.searchParams.get('search') ?? '')),
    });
  if (route.startsWith('GET /local/history/'))
    return json(reply, {
      ...history.find((item) => url.pathname.endsWith(String(item.id))),
      request: {
        url: 'https://example.org/',
        formats: ['markdown', { type: 'screenshot', fullPage: true }],
        waitFor: 500,
        actions: [
          { type: 'wait', milliseconds: 500 },
          { type: 'click', selector: '#more' },
        ],
      },
    });
  if (route.startsWith('DELETE /local/history/')) {
    history = history.filter((item) => !url.pathname.endsWith(String(item.id)));
    return json(reply, { success: true });
  }
  if (route === 'GET /local/keys') return json(reply, { items: keys });
  if (route === 'POST /local/keys') {
    const item = {
      id: `k${keys.length + 1}`,
      name: String((await body(request)).name),
      prefix: 'gl-9c1d',
      createdAt: new Date().toISOString(),
    };
    keys.push(item);
    return json(reply, { key: 'gl-9c1d0f2b7e5a4d3c8b6a9f0e1d2c3b4a', item });
  }
  if (route.startsWith('DELETE /local/keys/')) {
    keys.splice(
      keys.findIndex((key) => url.pathname.endsWith(key.id)),
      1,
    );
    return json(reply, { success: true });
  }
  if (route === 'GET /local/settings')
    return json(reply, { settings, schema: settingsSchema, run: { allowPrivateNetwork: false } });
  if (route === 'PATCH /local/settings') {
    Object.assign(settings, await body(request));
    return json(reply, { settings });
  }
  if (route === 'POST /local/browser/install') {
    let percent = 0;
    const timer = setInterval(() => {
      percent += 20;
      emit('browser.install', undefined, { percent, message: percent < 100 ? 'Downloading Chromium…' : 'Installed.' });
      if (percent >= 100) clearInterval(timer);
    }, 400);
    return json(reply, { started: true });
  }
  if (route === 'POST /local/demo-site') return json(reply, { url: `http://127.0.0.1:${port + 1}/` });
  if (route === 'GET /local/plugins')
    return json(reply, {
      items: [
        ...schema.formats.map((f) => ({ kind: 'format', id: f.id, summary: f.summary, builtIn: true })),
        ...schema.actions.map((a) => ({ kind: 'action', id: a.type, summary: a.summary, builtIn: true })),
        { kind: 'format', id: 'wordCount', summary: 'Counts words.', builtIn: false, file: '/home/me/word-count.mjs' },
      ],
    });
  if (route === 'GET /local/events') {
    reply.writeHead(200, { 'content-type': 'text/event-stream' });
    reply.write(': hello\n\n');
    listeners.add(reply);
    reply.on('close', () => listeners.delete(reply));
    return;
  }
  if (url.pathname === '/files/shot')
    return reply
      .writeHead(200, { 'content-type': 'image/svg+xml' })
      .end(
        '<svg xmlns="http://www.w3.org/2000/svg" width="1280" height="900"><rect width="1280" height="900" fill="#fdf8ee"/><text x="80" y="140" font-size="60" font-family="serif">The Orchard Almanac</text></svg>',
      );
  const file = url.pathname === '/' ? '/index.html' : url.pathname;
  const bytes = await readFile(join(root, file)).catch(() => undefined);
  if (!bytes) return json(reply, { success: false, code: 'NOT_FOUND', error: 'nothing here' }, 404);
  reply
    .writeHead(200, {
      'content-type': types[extname(file)] ?? 'application/octet-stream',
      'content-security-policy': "default-src 'self'; img-src 'self' data: blob:; style-src 'self' 'unsafe-inline'",
    })
    .end(bytes);
}).listen(port, '127.0.0.1', () => console.log(`http://127.0.0.1:${port}`));

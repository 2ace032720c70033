import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { closeLocally, listenLocally } from './local-server';

/**
 * A site with a login form, and three pages of orders for signed-in users. Each order page requires a visit to the
 * previous one. `/enter` signs in immediately. `/gate` shows a bot check until `/human` has been visited. `/open` needs
 * no login.
 */
export interface LoginSite {
  readonly url: string;
  readonly password: string;
  /** Session cookie values sent with requests, newest last. */
  readonly seen: string[];
  /** Ends all sessions by invalidating their cookies. */
  endSessions(): void;
  close(): Promise<void>;
}

const password = 'Horse&8ttery';
const page = (title: string, body: string): string =>
  `<!doctype html><html lang="en"><head><title>${title}</title></head><body><main><h1>${title}</h1>${body}</main></body></html>`;
const form = page(
  'Sign in',
  `<form method="post" action="/login"><label for="user">Name</label><input id="user" name="user" autocomplete="username">
  <label for="pass">Password</label><input id="pass" name="pass" type="password" autocomplete="current-password" oninput="this.setAttribute('value', this.value)">
  <button id="send"><span>Sign</span> in</button></form>`,
);
const controls = page(
  'Controls',
  `<select id="size" aria-label="Size"><option value="s">Small<option value="l">Large</select><div style="height: 4000px"></div>
  <nav id="menu">Menu</nav><div id="host"></div><script>host.attachShadow({ mode: 'open' }).innerHTML = '<button id="deep">Deep</button>';</script>`,
);
const windows = (elsewhere: string): string =>
  page(
    'Windows',
    `<a id="link" target="_blank" href="/open">Open</a> <button id="script" onclick="window.open('/orders')">Orders</button>
  <button id="other" onclick="window.open('${elsewhere}/open')">Elsewhere</button> <a id="far" target="_blank" href="${elsewhere}/open">Far</a>`,
  );
/**
 * Returns a page with three parts that steps cannot reach: a cross-site frame, a same-site frame, and a closed shadow
 * root. Each part is 300 by 100 pixels.
 */
const beyond = (elsewhere: string): string =>
  page(
    'Beyond',
    `<style>iframe, #host { position: absolute; left: 0; width: 300px; height: 100px; border: 0; }</style>
  <iframe style="top: 100px" src="${elsewhere}/open"></iframe><iframe style="top: 200px" srcdoc="<button style='width: 300px; height: 90px'>Inside</button>"></iframe>
  <div id="host" style="top: 300px"></div><script>host.attachShadow({ mode: 'closed' }).innerHTML = '<button style="width: 300px; height: 90px">Closed</button>';</script>`,
  );
const hostile = page('Hostile', '<button id="press">&lt;img src=x onerror=alert(1)&gt;</button>');
const challenge = page('Just a moment...', '<p>Verify you are human by completing the action below.</p>');
const perPage = 3;

function orders(user: string, at: number): string {
  const rows = [1, 2, 3, 4, 5, 6, 7, 8].slice((at - 1) * perPage, at * perPage);
  const items = rows.map((id) => `<li><b><a href="/orders/${id}">Order ${id}</a></b> <span>€ ${id}.50</span></li>`);
  const next = at < 3 ? `<a rel="next" href="/orders?page=${at + 1}">Next</a>` : '';
  return page(`Orders of ${user}`, `<ul id="inside">${items.join('')}</ul>${next}<script>var sent = '';</script>`);
}

/** Responds with a page of orders. Each page sets the cookie required by the next one. */
function answerOrders(
  response: ServerResponse,
  { user = '', at, request }: { readonly user?: string; readonly at: number; readonly request: IncomingMessage },
): void {
  const ticket = Number(/ticket=(\d+)/.exec(request.headers.cookie ?? '')?.[1] ?? 0);
  const headers = { 'content-type': 'text/html; charset=utf-8', 'set-cookie': `ticket=${at}; Path=/orders` };
  if (at > 1 && ticket < at - 1) response.writeHead(403, headers).end(page('Out of turn', ''));
  else response.writeHead(200, headers).end(orders(user, at));
}

/** Starts the site on a free loopback port. */
export async function startLoginSite(): Promise<LoginSite> {
  const seen: string[] = [];
  let epoch = 1;
  const sessionOf = ({ headers }: IncomingMessage): string => /session=([\w-]+)/.exec(headers.cookie ?? '')?.[1] ?? '';
  const signIn = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const parts: Buffer[] = [];
    for await (const part of request) parts.push(part as Buffer);
    const given = new URLSearchParams(Buffer.concat(parts).toString());
    const isRight = given.get('pass') === password;
    const cookie = `session=${given.get('user')}-${epoch}; HttpOnly; Path=/; Max-Age=86400`;
    response
      .writeHead(303, isRight ? { location: '/orders', 'set-cookie': cookie } : { location: '/login?wrong' })
      .end();
  };
  const server = createServer((request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? '/', 'http://site');
    const session = sessionOf(request);
    if (session) seen.push(session);
    if (request.method === 'POST') return void signIn(request, response);
    const [user, made] = session.split('-');
    const isIn = made === String(epoch);
    const elsewhere = `http://localhost:${request.socket.localPort}`;
    const html = { 'content-type': 'text/html; charset=utf-8' };
    if (pathname === '/enter')
      response.writeHead(303, { location: '/orders', 'set-cookie': `session=ada-${epoch}; HttpOnly; Path=/` }).end();
    else if (pathname === '/human')
      response.writeHead(303, { location: '/gate', 'set-cookie': 'human=1; Path=/' }).end();
    else if (pathname === '/gate' && !/human=1/.test(request.headers.cookie ?? ''))
      response.writeHead(403, html).end(challenge);
    else if (pathname === '/gate') response.writeHead(200, html).end(page('Gate', '<p id="gold">Gold</p>'));
    else if (pathname === '/open') response.writeHead(200, html).end(page('Open to all', '<p>Welcome</p>'));
    else if (pathname === '/login') response.writeHead(200, html).end(form);
    else if (pathname === '/windows') response.writeHead(200, html).end(windows(elsewhere));
    else if (pathname === '/beyond') response.writeHead(200, html).end(beyond(elsewhere));
    else if (pathname === '/controls') response.writeHead(200, html).end(controls);
    else if (pathname === '/hostile') response.writeHead(200, html).end(hostile);
    else if (!pathname.startsWith('/orders')) response.writeHead(404, html).end(page('None', ''));
    else if (!isIn) response.writeHead(303, { location: '/login' }).end();
    else if (pathname !== '/orders')
      response.writeHead(200, html).end(page(`Order of ${user}`, `<p id="weight">${pathname.slice(8)} kg</p>`));
    else answerOrders(response, { user, at: Number(searchParams.get('page') ?? 1), request });
  });
  const url = await listenLocally(server);
  return { url, password, seen, endSessions: () => void epoch++, close: () => closeLocally(server) };
}

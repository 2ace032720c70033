import type { FastifyRequest } from 'fastify';
import { z } from 'zod';
import { idParams, jobIdParams } from '../../../common/api/params';
import { scrapeRequest } from '../../../common/api/scrape-request';
import {
  browserAnswer,
  browserClosedAnswer,
  browserListAnswer,
  browserQuery,
  browserRequest,
  executeAnswer,
  executeRequest,
  interactRequest,
} from '../../../common/api/sessions/browser-request';
import { AppError } from '../../../common/errors';
import { emptyPage } from '../../../live/live-session';
import { BrowserSessions, type SessionFacts } from '../../../live/sessions/browser-sessions';
import { PagePrompts } from '../../../live/sessions/page-prompts';
import { ApiSchemas } from '../../../platform/plugins/api-schemas';
import { route, routeGroup } from '../../route';

const tag = 'v2';

interface Work {
  readonly code?: string;
  readonly language: 'node' | 'python' | 'bash';
  readonly timeout: number;
}

/** Routes for browser sessions, each with its own page. */
export const browserRoutes = routeGroup([BrowserSessions, ApiSchemas], (sessions, schemas) => {
  const body = browserRequest(schemas.parts);
  const spec = scrapeRequest('v2', schemas.parts);
  return ['/v2/browser', '/v2/interact'].flatMap((path) => [
    route(
      'POST',
      path,
      {
        tag,
        body,
        answer: browserAnswer,
        example: { ttl: 300 },
        description: 'Opens a browser session with one page.',
      },
      async (request) => {
        const { ttl, activityTtl, profile } = request.body;
        const parsed = spec.parse({ url: 'example.com', ...(profile ? { profile } : {}) });
        const opened = await sessions.open({ ...parsed, url: emptyPage, typedUrl: undefined }, { ttl, activityTtl });
        return {
          success: true as const,
          id: opened.id,
          ...linksOf(opened, request as FastifyRequest),
          expiresAt: opened.expiresAt,
        };
      },
    ),
    route(
      'GET',
      path,
      { tag, query: browserQuery, answer: browserListAnswer, description: 'Browser sessions.' },
      (request) => ({
        success: true as const,
        sessions: sessions.list(request.query.status).map((session) => listed(session, request as FastifyRequest)),
      }),
    ),
    route(
      'POST',
      `${path}/:id/execute`,
      {
        tag,
        params: idParams,
        body: executeRequest,
        answer: executeAnswer,
        example: { code: '1 + 1' },
        description: 'Runs code in a browser session.',
      },
      (request) => execute(sessions, sessions.get(request.params.id), request.body, request as FastifyRequest),
    ),
    route(
      'DELETE',
      `${path}/:id`,
      { tag, params: idParams, answer: browserClosedAnswer, description: 'Closes a browser session.' },
      ({ params }) => close(sessions, params.id),
    ),
  ]);
});

function listed(session: SessionFacts, request: FastifyRequest) {
  const { id, status, createdAt, lastActivity } = session;
  return { id, status, createdAt, lastActivity, streamWebView: true, ...linksOf(session, request) };
}

/** Routes for interacting with a scraped page. The page is reopened in the state in which the scrape left it. */
export const interactRoutes = routeGroup([BrowserSessions, PagePrompts], (sessions, prompts) => {
  const facts = { tag, params: jobIdParams };
  const path = '/v2/scrape/:id/interact';
  return [
    route(
      'POST',
      path,
      {
        ...facts,
        body: interactRequest,
        answer: executeAnswer,
        example: { code: 'await page.title()' },
        description: 'Runs code or a prompt in the page that a scrape opened.',
      },
      async (request) => {
        const session = await sessions.ofScrape(request.params.id);
        const { prompt, timeout } = request.body;
        if (prompt === undefined) return execute(sessions, session, request.body, request as FastifyRequest);
        const links = linksOf(session, request as FastifyRequest);
        const run = (code: string, timeoutMs: number) =>
          sessions.run(session.id, { language: 'bash', code, timeoutMs, endpoint: links.cdpUrl });
        const outcome = await prompts.follow({ prompt, timeoutMs: timeout * 1000, run });
        return { success: outcome.exitCode === 0, ...links, ...outcome };
      },
    ),
    route(
      'DELETE',
      path,
      { ...facts, answer: browserClosedAnswer, description: 'Closes the page that a scrape opened.' },
      ({ params }) => close(sessions, params.id),
    ),
  ];
});

const cdpFacts = { access: 'open', params: z.object({ token: z.string() }), answer: 'application/json' } as const;

/** Route for DevTools protocol access to a single page. The unguessable token in the URL serves as the key. */
export const cdpRoutes = routeGroup([BrowserSessions], (sessions: BrowserSessions) => [
  route(
    'GET',
    '/cdp/:token',
    {
      ...cdpFacts,
      options: {
        wsHandler: async (socket, request) => {
          const early: string[] = [];
          let receive = (text: string): void => void early.push(text);
          socket.on('message', (data: unknown) => receive(String(data)));
          const { token } = request.params as { token: string };
          const send = (text: string) => socket.readyState === socket.OPEN && socket.send(text);
          try {
            const gate = await sessions.connect(token, send, () => socket.close(1000));
            receive = (text) => void gate.receive(text);
            for (const text of early) receive(text);
            socket.once('close', () => void gate.close());
            if (socket.readyState !== socket.OPEN) await gate.close();
          } catch {
            socket.close(1008, 'This session does not exist.');
          }
        },
      },
    },
    () => {
      throw new AppError('BAD_REQUEST', 'The DevTools endpoint of a session accepts only WebSocket connections.');
    },
  ),
]);

async function execute(sessions: BrowserSessions, session: SessionFacts, work: Work, request: FastifyRequest) {
  if (work.language === 'python') {
    throw new AppError('BAD_REQUEST', 'Python is not available; send Playwright code with `language: "node"`.');
  }
  const links = linksOf(session, request);
  const { language, code = '', timeout } = work;
  const outcome = await sessions.run(session.id, {
    ...{ language, code, timeoutMs: timeout * 1000, endpoint: links.cdpUrl },
  });
  return { success: outcome.exitCode === 0, ...links, ...outcome };
}

async function close(sessions: BrowserSessions, id: string) {
  const sessionDurationMs = await sessions.close(id);
  return { success: true as const, status: 'destroyed' as const, sessionDurationMs, creditsBilled: 0 };
}

/** Returns a session's URLs, based on the host that the caller used. */
function linksOf({ token, pageId }: SessionFacts, { headers: { host = '' } }: FastifyRequest) {
  const view = `http://${host}/#/live/${pageId}`;
  return { cdpUrl: `ws://${host}/cdp/${token}`, liveViewUrl: view, interactiveLiveViewUrl: view };
}

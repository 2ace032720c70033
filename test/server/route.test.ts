import Fastify from 'fastify';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { addRoute, route } from '../../core/server/route';
import { addValidation } from '../../core/server/validation';

async function serve(...[method, url, facts, handle]: Parameters<typeof route>) {
  const app = Fastify();
  addValidation(app);
  await addRoute(app, route(method, url, facts, handle));
  return app;
}

describe('a route', () => {
  it('sends the response as returned by the handler: its schema only describes', async () => {
    const app = await serve('GET', '/one', { answer: z.object({ a: z.number() }) }, () => ({ a: '1', more: true }));
    expect((await app.inject('/one')).json()).toEqual({ a: '1', more: true });
  });

  it('passes a body of its own media type on as a stream, and refuses that type elsewhere', async () => {
    const app = await serve('POST', '/one', { streams: 'application/gzip' }, async ({ body }) => {
      let bytes = 0;
      for await (const chunk of body as AsyncIterable<Buffer>) bytes += chunk.length;
      return { bytes };
    });
    await addRoute(
      app,
      route('POST', '/other', {}, () => ({})),
    );
    const request = { method: 'POST', headers: { 'content-type': 'application/gzip' }, payload: 'abc' } as const;
    expect((await app.inject({ ...request, url: '/one' })).json()).toEqual({ bytes: 3 });
    expect((await app.inject({ ...request, url: '/other' })).statusCode).toBe(415);
  });
});

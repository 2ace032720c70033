import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type TestEngine } from '../support/engine';
import { type FixtureSite, startFixtureSite } from '../support/fixture-site';
import { sharedTestEngine } from '../support/shared-engine';

interface Operation {
  readonly summary?: string;
  readonly tags?: readonly string[];
  readonly requestBody?: { readonly content: { readonly 'application/json': { readonly example?: unknown } } };
}

let engine: TestEngine;
let site: FixtureSite;
let operations: readonly { readonly method: string; readonly path: string; readonly operation: Operation }[];

beforeAll(async () => {
  [engine, site] = await Promise.all([sharedTestEngine(), startFixtureSite()]);
  const { body } = await engine.call('GET', '/openapi.json');
  operations = Object.entries(body.paths as Record<string, Record<string, Operation>>).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ method: method.toUpperCase(), path, operation })),
  );
});
afterAll(async () => {
  await Promise.all([engine.stop(), site.close()]);
});

const exampleOf = ({ requestBody }: Operation) => requestBody?.content['application/json'].example;

describe('the API reference', () => {
  it('has a summary for every route', () => {
    for (const { method, path, operation } of operations)
      expect([method, path, operation.summary]).toEqual([method, path, expect.stringMatching(/\S/)]);
  });

  it('has a valid example for every request of v1 and v2 with a body', async () => {
    const ofApi = operations.filter(({ path, operation }) => /^\/v[12]\//.test(path) && operation.requestBody);
    expect(ofApi.length).toBeGreaterThan(12);
    // IDs of the objects created by the requests, keyed by path.
    const ids = new Map<string, string>();
    for (const { method, path, operation } of ofApi) {
      const example = exampleOf(operation);
      expect([path, example]).toEqual([path, expect.any(Object)]);
      const body = JSON.parse(JSON.stringify(example).replaceAll('https://example.com', site.url));
      const { status, body: answer } = await engine.call(
        method,
        path.replace('{id}', ids.get(path.slice(0, path.indexOf('/{id}'))) ?? 'unknown'),
        body,
      );
      expect([path, status, answer.error]).toEqual([path, 200, undefined]);
      expect(answer.success).toBe(true);
      ids.set(path, answer.data?.id ?? answer.data?.metadata?.scrapeId ?? answer.id);
    }
    // The first code run in a session starts a process. On a busy machine, this takes up to 15 s in each session.
  }, 120_000);

  it('is a public view of the UI, with a redirect from its old URL', async () => {
    const reply = await fetch(`${engine.url}/docs`, { redirect: 'manual' });
    expect([reply.status, reply.headers.get('location')]).toEqual([302, '/#/reference']);
  });
});

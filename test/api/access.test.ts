import { readFile } from 'node:fs/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ownerSettings, settingsSchema } from '../../core/platform/settings/settings';
import { type EngineInProcess, startInProcess, testTimerClock } from '../support/engine-in-process';

type Access = 'open' | 'key' | 'owner';
interface Row {
  readonly access: Access;
  readonly routes: readonly string[];
  readonly settings: readonly string[];
}

const accessOf: Readonly<Record<string, Access>> = { everybody: 'open', 'stored key': 'key', owner: 'owner' };
const codes = (text: string): string[] => [...text.matchAll(/`([^`]+)`/g)].map(([, code = '']) => code);

/** Reads the access table of docs/operators/security.md. */
async function documented(): Promise<readonly Row[]> {
  const text = await readFile('docs/operators/security.md', 'utf8');
  const part = text.slice(text.indexOf('## Who may do what'), text.indexOf('## Threats and protections'));
  return part
    .split('\n')
    .filter((line) => line.startsWith('| ') && line.includes('`'))
    .map((line) => {
      const [, , names = '', who = ''] = line.split('|').map((cell) => cell.trim());
      const [routes = '', settings = ''] = names.split(/;\s*settings /);
      return { access: accessOf[who] as Access, routes: codes(routes), settings: codes(settings) };
    });
}

/** Returns the specificity of a pattern that matches a route, or -1 if the pattern does not match. */
function rank(pattern: string, method: string, url: string): number {
  const [path = '', verb] = pattern.split(' ').reverse();
  if (verb !== undefined && verb !== (method === 'HEAD' ? 'GET' : method)) return -1;
  const isNamed = path.endsWith('*') ? url.startsWith(path.slice(0, -1)) : url === path;
  return isNamed ? path.length + (verb ? 100 : 0) : -1;
}

let engine: EngineInProcess;
let key: string;
let rows: readonly Row[];
beforeAll(async () => {
  [engine, rows] = await Promise.all([startInProcess({ clock: testTimerClock('2026-11-20T12:00:00Z') }), documented()]);
  key = (await engine.call('POST', '/local/keys', { name: 'script' })).body.key;
});
afterAll(() => engine.stop());

async function asKey(method: string, path: string, body?: unknown) {
  const headers: Record<string, string> = { authorization: `Bearer ${key}` };
  if (body !== undefined) headers['content-type'] = 'application/json';
  const answer = await fetch(engine.url + path, { method, headers, body: body ? JSON.stringify(body) : undefined });
  return { status: answer.status, code: /"code":"(\w+)"/.exec(await answer.text())?.[1] };
}

describe('access rights', () => {
  it('are documented in docs/operators/security.md for every route', () => {
    const wrong = engine.routes.flatMap(({ method, url, access }) => {
      const ranks = rows.flatMap((row) => row.routes.map((one) => [rank(one, method, url), row.access] as const));
      const [best = -1, told] = ranks.toSorted(([one], [other]) => other - one)[0] ?? [];
      const found = best >= 0 ? told : 'nobody';
      return found === access ? [] : [`${method} ${url} is for ${access}, documented for ${found}`];
    });
    expect(engine.routes.length).toBeGreaterThan(100);
    expect(wrong).toEqual([]);
  });

  it('are documented in docs/operators/security.md for every setting', () => {
    const told = rows.flatMap(({ access, settings }) => settings.map((name) => `${name}: ${access}`));
    const real = Object.keys(settingsSchema.shape).map(
      (name) => `${name}: ${ownerSettings.has(name) ? 'owner' : 'key'}`,
    );
    expect(told.sort()).toEqual(real.sort());
  });

  it('refuse every owner route to a stored key', async () => {
    const owned = engine.routes.filter(({ access }) => access === 'owner');
    expect(owned.length).toBeGreaterThan(15);
    for (const { method, url } of owned) {
      const path = url.replaceAll(/:\w+/g, 'x');
      const answer = await asKey(method, path, method === 'GET' || method === 'HEAD' ? undefined : {});
      expect([method, url, answer.status]).toEqual([method, url, 403]);
      expect(answer.code).toBe(method === 'HEAD' ? undefined : 'FORBIDDEN_KEY');
    }
  });

  const others: Readonly<Record<string, unknown>> = {
    browserPath: '/bin/true',
    allowPrivateNetwork: true,
    allowedHosts: ['127.0.0.1:9'],
    ocrFolder: '/elsewhere',
    ocrDownload: true,
    serviceHosts: ['proxy.example'],
    proxies: [{ plugin: 'static', config: { urls: ['http://127.0.0.1:9'] } }],
    sinks: [{ plugin: 'file', config: { folder: '/tmp' } }],
    plugins: { 'model:openai-compatible': { baseUrl: 'http://127.0.0.1:9' } },
    enabledPlugins: [{ file: 'evil.mjs', sha256: '0'.repeat(64) }],
    unconfirmed: { plugins: [], browserPath: '/bin/true' },
  };

  it.each([...ownerSettings])(
    'refuse changes of %s to a stored key, alone or with other settings, but accept its current value',
    async (name) => {
      const before = (await engine.call('GET', '/local/settings')).body.settings;
      expect(Object.keys(others)).toContain(name);
      for (const body of [{ [name]: others[name] }, { concurrency: 3, [name]: others[name] }])
        expect(await asKey('PATCH', '/local/settings', body)).toEqual({ status: 403, code: 'FORBIDDEN_KEY' });
      expect((await engine.call('GET', '/local/settings')).body.settings).toEqual(before);
      const same = { [name]: before[name], concurrency: before.concurrency };
      expect((await asKey('PATCH', '/local/settings', same)).status).toBe(200);
    },
  );

  it('let a stored key change ordinary settings', async () => {
    expect((await asKey('PATCH', '/local/settings', { concurrency: 4, cacheHours: 12 })).status).toBe(200);
  });
});

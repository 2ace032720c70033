import { afterEach, describe, expect, it } from 'vitest';
import type { ActionPlugin, LivePage } from '../../../core/contract/plugin';
import {
  closeSandboxes,
  expectFailures,
  type Failing,
  type Granted,
  loadSandboxed,
  scriptOf,
  signal,
} from '../../support/sandboxed-plugins';

afterEach(closeSandboxes);

describe('an action', () => {
  /** Creates a page that records its calls. `waitForSelector` always fails. */
  function recordingPage() {
    const calls: unknown[][] = [];
    const record =
      (name: string, value?: unknown) =>
      async (...args: unknown[]) => {
        calls.push([name, ...args.filter((one) => !(one instanceof AbortSignal))]);
        return value;
      };
    const names = ['locate', 'moveMouse', 'write', 'selectText', 'writeSecret', 'choose', 'press', 'scroll', 'wait'];
    const page = {
      ...Object.fromEntries(names.map((name) => [name, record(name)])),
      url: () => `https://a.example/${calls.length}`,
      pendingRequests: (ageMs: number) => (ageMs >= 5000 ? 2 : 0),
      html: record('html', '<p>page</p>'),
      click: record('click'),
      waitForSelector: async (selector: string) => {
        throw new Error(`nothing on the page matched \`${selector}\` within 30 s`);
      },
      evaluate: record('evaluate', { type: 'string', value: 'x' }),
      screenshot: record('screenshot', { bytes: Uint8Array.of(1, 2, 3), mediaType: 'image/png' }),
      pdf: record('pdf', { bytes: Uint8Array.of(4), mediaType: 'application/pdf' }),
    } as unknown as LivePage;
    return { page, calls };
  }
  const action = async (codes: readonly string[], granted?: Granted, fields: object = {}) => {
    const bodies = codes.map((code) =>
      code.includes('run(') ? code : `schema: z.object({}), async run(page, fields, signal) { ${code} }`,
    );
    const loaded = await loadSandboxed<ActionPlugin>(scriptOf('Action', ...bodies), granted);
    const { page, calls } = recordingPage();
    return { ...loaded, calls, run: async (at = 0) => loaded.plugins[at]!.run(page, fields as never, signal) };
  };

  it('acts on the page of its request', async () => {
    const {
      run,
      calls,
      plugins: [plugin],
      problem,
    } = await action(
      [
        `schema: z.object({ words: z.array(z.string()).default(['Accept']) }), takesPictures: true,
      async run(page, { words }, signal) {
        const before = [page.url(), page.pendingRequests(4000), page.pendingRequests(1000)];
        const html = await page.html();
        await page.click('#' + words[0], { all: true, signal });
        await page.scroll({ direction: 'down', toEnd: true }, signal);
        await page.writeSecret('MINE', signal);
        const { bytes } = await page.screenshot({ fullPage: true }, signal);
        await page.write(JSON.stringify([before, html, page.url(), [...bytes]]), signal);
        return { screenshots: await page.screenshot({}, signal) };
      }`,
      ],
      {},
      { words: ['ok'] },
    );
    expect([problem, plugin?.type, plugin?.takesPictures]).toEqual([undefined, 'mine', true]);
    expect(plugin?.schema.parse({ type: 'mine' })).toEqual({ words: ['Accept'] });
    expect(await run()).toEqual({ screenshots: { bytes: Uint8Array.of(1, 2, 3), mediaType: 'image/png' } });
    const written = [['https://a.example/0', 2, 0], '<p>page</p>', 'https://a.example/5', [1, 2, 3]];
    expect(calls).toEqual([
      ['html'],
      ['click', '#ok', expect.objectContaining({ all: true })],
      ['scroll', { direction: 'down', toEnd: true }],
      ['writeSecret', 'MINE'],
      ['screenshot', { fullPage: true }],
      ['write', JSON.stringify(written)],
      ['screenshot', {}],
    ]);
  });

  it('runs scripts in the page only if the user has approved this', async () => {
    const code = `return { javascriptReturns: await page.evaluate('document.title', signal) };`;
    const refused = await action([code]);
    await expect(refused.run()).rejects.toThrow('may not run scripts in the page');
    expect(refused.calls).toEqual([]);
    const { run } = await action([code], { hosts: ['{page}'] });
    expect(await run()).toEqual({ javascriptReturns: { type: 'string', value: 'x' } });
  });

  const failing: readonly Failing[] = [
    [`await page.waitForSelector('#a', signal);`, /^nothing on the page matched `#a` within 30 s$/],
    [`await page.writeSecret('OTHER', signal);`, 'may not use the secret "OTHER"'],
    [`await page.setInputFiles('/etc/passwd');`, 'not a function'],
    [`await page.click(() => 1, { all: true, signal });`, 'page.click was called with invalid arguments'],
    [`for (;;) await page.html();`, 'More than 500 requests'],
    [`return { screenshots: { bytes: new Uint8Array(3), mediaType: 'text/html' } };`, 'not valid'],
    [`return { pdfs: { path: '/etc/passwd' } };`, 'not valid'],
    [`return { cookies: ['a'] };`, 'not valid'],
    ['for (;;);', /^the plugin failed: it .*(?:500 ms of CPU time|2 s)/],
    [`await http.fetch('https://evil.example/');`, 'http'],
  ];

  it('fails if the page does, is greedy or leaves its permissions', async () => {
    const { run, calls } = await action(failing.map(([body]) => body));
    await expectFailures(failing, '', run);
    expect(calls.filter(([name]) => name !== 'html')).toEqual([]);
  });

  it('cannot act after its end', async () => {
    const { run, calls } = await action([
      `
      (async () => { for (let at = 0; at < 99; at++) await 0; await page.html(); await page.click('#late', { all: false, signal }); })().catch(() => {});`,
    ]);
    expect([await run(), await run()]).toEqual([undefined, undefined]);
    expect(calls.filter(([name]) => name === 'click')).toEqual([]);
  });
});

import { deflateRawSync } from 'node:zlib';
import { afterEach, describe, expect, it } from 'vitest';
import type { ParserPlugin } from '../../../core/contract/plugin';
import {
  closeSandboxes,
  expectFailures,
  type Failing,
  loadSandboxed,
  scriptOf,
  signal,
} from '../../support/sandboxed-plugins';

afterEach(closeSandboxes);

/** Creates a ZIP archive with one deflated file. */
function zip(name: string, content: string): Uint8Array {
  const [data, plain] = [deflateRawSync(content), Buffer.from(name)];
  const head = (signature: number, size: number) => {
    const record = Buffer.alloc(size);
    record.writeUInt32LE(signature);
    return record;
  };
  const local = head(0x04034b50, 30);
  local.writeUInt16LE(plain.length, 26);
  const entry = head(0x02014b50, 46);
  entry.writeUInt16LE(8, 10);
  entry.writeUInt32LE(data.length, 20);
  entry.writeUInt32LE(content.length, 24);
  entry.writeUInt16LE(plain.length, 28);
  const end = head(0x06054b50, 22);
  end.writeUInt16LE(1, 10);
  end.writeUInt32LE(30 + plain.length + data.length, 16);
  return Buffer.concat([local, plain, data, entry, plain, end]);
}

describe('a parser', () => {
  const parser = async (parsers: readonly string[], rest = '') => {
    const bodies = parsers.map(
      (parse) => `mediaTypes: ['application/x-mine'], extensions: ['.mine'], ${rest} ${parse}`,
    );
    const loaded = await loadSandboxed<ParserPlugin>(scriptOf('Parser', ...bodies));
    const context = { url: 'https://a.example/f.mine', timeoutMs: 1000, signal, options: {} };
    const read = (bytes: Uint8Array, more: object = {}, at = 0) =>
      loaded.plugins[at]!.parse(bytes, { ...context, ...more } as never);
    return { ...loaded, read };
  };

  it('converts bytes to HTML with the helpers of built-in parsers', async () => {
    const {
      read,
      plugins: [plugin],
      problem,
    } = await parser(
      [
        `async parse(bytes, { url, charset, options, timeoutMs }) {
        if (bytes[0] !== 0x50) {
          const { text, encoding } = decodePlainText(bytes, charset);
          return { html: '<p>' + escapeHtml(text) + '</p>', metadata: { encoding, unit: options.unit, timeout: String(timeoutMs) }, warnings: [] };
        }
        const archive = await openOfficeFile(bytes, url);
        const rows = (await archive.text('rows.txt')).split('|').map((html) => [{ html }]);
        return { html: listHtml([{ level: 0, ordered: false, html: 'one' }]) + tableHtml(rows), metadata: {}, warnings: ['careful'] };
      }`,
      ],
      `options: z.object({ unit: z.enum(['m', 'ft']).default('m') }), optIn: true, whenOff: 'error',`,
    );
    expect([problem, plugin?.isSandboxed, plugin?.optIn, plugin?.whenOff]).toEqual([undefined, true, true, 'error']);
    expect(plugin?.options?.parse({ type: 'mine' })).toEqual({ unit: 'm' });
    const options = { unit: 'ft' };
    expect(await read(Buffer.from('Stra\xdfe <b>', 'latin1'), { options })).toEqual({
      ...{ html: '<p>Straße &lt;b&gt;</p>', warnings: [] },
      metadata: { encoding: 'windows-1252', unit: 'ft', timeout: '1000' },
    });
    const cyrillic = Uint8Array.from([0xcf, 0xf0, 0xe8]);
    expect(await read(cyrillic, { charset: 'cp1251', timeoutMs: Number.POSITIVE_INFINITY })).toMatchObject({
      ...{ html: '<p>При</p>', metadata: { timeout: 'Infinity' } },
    });
    expect(await read(Buffer.from('Käse'))).toMatchObject({ html: '<p>Käse</p>', metadata: { encoding: 'utf-8' } });
    const file = await read(zip('rows.txt', 'head|row'));
    expect(file).toEqual({
      html: expect.stringMatching(/<li>one<\/li>.*<th>head<\/th>.*<td>row<\/td>/s),
      ...{ metadata: {}, warnings: ['careful'] },
    });
  });

  const failing: readonly Failing[] = [
    [`throw gleaner.brokenDocument('https://a.example/')`, 'is damaged'],
    [`throw gleaner.encryptedDocument('https://a.example/')`, 'encrypted', 'SCRAPE_UNSUPPORTED_FILE_ERROR'],
    [`await openOfficeFile(bytes, 'https://a.example/')`, 'unpacks to more than', 'SCRAPE_TOO_LARGE'],
    [`return { html: 1 }`, '"html"'],
    [`return { html: 'x'.repeat(6 * 2 ** 20) }`, /longer than 5 MB|32 MB/],
    [`context.ocr()`, 'only to trusted plugins'],
    ['for (;;);', /500 ms of CPU time|2 s/],
    [`throw new Error(typeof context.http + typeof fetch)`, 'undefinedundefined'],
    [`return { html: '', metadata: [] }`, '"metadata"'],
    [`new TextDecoder('no-such-charset')`, 'no-such-charset'],
    [`new TextDecoder('utf-8', { fatal: true }).decode(new Uint8Array([0xff]))`, 'not valid'],
  ];

  it('fails with its name if it throws, is greedy or returns something else', async () => {
    const { read } = await parser(failing.map(([body]) => `async parse(bytes, context) { ${body} }`));
    const bomb = zip('bomb', '\0'.repeat(17 * 2 ** 20));
    await expectFailures(failing, 'SCRAPE_DOCUMENT_BROKEN', (at) => read(bomb, {}, at));
  });

  it('must be trusted when Gleaner would call it for each text', async () => {
    const { problem } = await parser(['async parse() {}'], `recognises: (start) => start.startsWith('MINE'),`);
    expect(problem).toBe('The parser "mine" has "recognises", which only trusted plugins can use.');
  });
});

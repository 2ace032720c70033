import { describe, expect, it } from 'vitest';
import { decodePage, decodeText } from '../../../core/page/documents/decode-text';

const bytes = (...parts: (string | readonly number[])[]): Uint8Array =>
  new Uint8Array(
    Buffer.concat(parts.map((part) => (typeof part === 'string' ? Buffer.from(part, 'latin1') : Buffer.from(part)))),
  );
const html = (data: Uint8Array, contentType?: string) => decodeText(data, { contentType, isHtml: true });

const samples = {
  shift_jis: [[0x93, 0xfa, 0x96, 0x7b], '日本'],
  'windows-1251': [[0xcf, 0xf0, 0xe8, 0xe2, 0xe5, 0xf2], 'Привет'],
  'euc-kr': [[0xc7, 0xd1, 0xb1, 0xdb], '한글'],
  gb18030: [[0xd6, 0xd0, 0x81, 0x30, 0x84, 0x36], '中¥'],
  big5: [[0xa4, 0xa4], '中'],
  'koi8-r': [[0xf0, 0xd2], 'Пр'],
} as const;

describe('decodeText', () => {
  it.each(Object.entries(samples))(
    'decodes %s declared by the header, a meta tag or a pragma',
    (label, [data, text]) => {
      expect(html(bytes(data), `text/html; charset=${label}`).text).toContain(text.slice(0, 1));
      expect(html(bytes(`<meta charset="${label}">`, data)).encoding).toBe(label);
      const pragma = `<meta http-equiv="Content-Type" content="text/html; charset=${label}">`;
      expect(html(bytes(pragma, data)).text).toBe(pragma + html(bytes(data), `text/html;charset="${label}"`).text);
      if (label !== 'gb18030') expect(html(bytes(data), `text/html; charset=${label}`).text).toBe(text);
    },
  );

  it('prefers a byte order mark over everything', () => {
    const utf16 = (order: 'le' | 'be'): number[] =>
      [...'<meta charset=utf-8>Ž'].flatMap((char) => {
        const code = char.charCodeAt(0);
        return order === 'le' ? [code & 255, code >> 8] : [code >> 8, code & 255];
      });
    expect(html(bytes([0xff, 0xfe], utf16('le')), 'text/html; charset=shift_jis')).toMatchObject({
      encoding: 'utf-16le',
      text: '<meta charset=utf-8>Ž',
    });
    expect(html(bytes([0xfe, 0xff], utf16('be')))).toMatchObject({
      encoding: 'utf-16be',
      text: '<meta charset=utf-8>Ž',
    });
    expect(html(bytes([0xef, 0xbb, 0xbf], [0xc3, 0xa9]), 'text/html; charset=iso-8859-1')).toEqual({
      encoding: 'utf-8',
      text: 'é',
    });
  });

  it('prefers the header over the meta tag', () => {
    expect(html(bytes('<meta charset="utf-8">', [0xe9]), 'text/html; charset=iso-8859-1')).toMatchObject({
      encoding: 'windows-1252',
      text: expect.stringContaining('é'),
    });
  });

  it('ignores unknown labels', () => {
    expect(html(bytes([0xc3, 0xa9]), 'text/html; charset=utf-9')).toEqual({ encoding: 'utf-8', text: 'é' });
    expect(html(bytes('<meta charset=nonsense>', [0xe9])).encoding).toBe('windows-1252');
    expect(html(bytes('a'), 'text/html; charset=').text).toBe('a');
  });

  it('decodes undeclared bytes as UTF-8 if valid, else as windows-1252', () => {
    expect(html(bytes([0xe2, 0x82, 0xac]))).toEqual({ encoding: 'utf-8', text: '€' });
    expect(html(bytes([0x80, 0x93]))).toEqual({ encoding: 'windows-1252', text: '€“' });
    expect(decodeText(bytes([0x80]), { isHtml: false }).text).toBe('€');
  });

  it('finds a late meta tag', () => {
    const late = bytes(`<head>${'<link rel="x">'.repeat(200)}<meta charset="windows-1251">`, [0xcf]);
    expect(html(late).encoding).toBe('windows-1251');
  });

  it('reads the XML declaration', () => {
    const declaration = '<?xml version="1.0" encoding="shift_jis"?>';
    expect(html(bytes(declaration, [0x93, 0xfa])).text).toBe(`${declaration}日`);
    expect(decodeText(bytes(declaration, [0x93, 0xfa]), { isHtml: false }).text).toBe(`${declaration}日`);
  });

  it('supports rare encodings of the standard', () => {
    expect(html(bytes([0x41, 0x80, 0xff]), 'text/html; charset=x-user-defined').text).toBe('A\uf780\uf7ff');
    expect(html(bytes('<meta charset=utf-16le>é')).encoding).toBe('utf-8');
    expect(html(bytes('abc'), 'text/html; charset=iso-2022-kr')).toEqual({ encoding: 'replacement', text: '\ufffd' });
    expect(html(bytes([0xc0]), 'text/html; charset=x-mac-cyrillic').text).toBe('ј');
  });

  it('converts lone surrogates and invalid sequences to U+FFFD', () => {
    expect(html(bytes([0xff, 0xfe, 0x00, 0xd8, 0x41, 0x00])).text).toBe('\ufffdA');
    expect(html(bytes([0xff, 0xfe, 0x41, 0x00, 0x42])).text).toBe('A\ufffd');
    expect(html(bytes([0xed, 0xa0, 0x80]), 'text/html; charset=utf-8').text).toMatch(/^\ufffd+$/);
  });

  it('drops NUL characters in HTML and keeps them in other text', () => {
    expect(html(bytes('a\0b')).text).toBe('ab');
    expect(decodeText(bytes('a\0b'), { isHtml: false }).text).toBe('a\0b');
  });

  it('never throws, whatever the bytes and the label', () => {
    const labels = [
      undefined,
      'utf-8',
      'gb18030',
      'iso-2022-jp',
      'euc-jp',
      'utf-16be',
      'big5',
      'x-user-defined',
      '\u0000',
      '"',
    ];
    let seed = 7;
    const random = (): number => {
      seed = (Math.imul(seed, 1_664_525) + 1_013_904_223) >>> 0;
      return seed / 2 ** 32;
    };
    for (let at = 0; at < 2_000; at++) {
      const data = Uint8Array.from({ length: Math.floor(random() * 60) }, () => Math.floor(random() * 256));
      const label = labels[at % labels.length];
      const contentType = label === undefined ? undefined : `text/html; charset=${label}`;
      expect(typeof decodeText(data, { contentType, isHtml: at % 2 === 0 }).text).toBe('string');
    }
    expect(html(new Uint8Array()).text).toBe('');
  });
});

describe('decodePage', () => {
  const long = (before: string) => Buffer.from(`${before}<p>${'日本語 – 😀 é '.repeat(8000)}</p>`);
  const cases: [what: string, data: Uint8Array, contentType?: string][] = [
    ...['', 'a', 'ab', 'abc'].map((before): [string, Uint8Array] => [`UTF-8 after "${before}"`, long(before)]),
    ['UTF-8 named by the header', long(''), 'text/html; charset=UTF-8'],
    ['UTF-8 named by a meta element', long('<meta charset="utf8">')],
    ['UTF-8 with a mark', Buffer.concat([Buffer.from([0xef, 0xbb, 0xbf]), long('')])],
    ['UTF-8 with NUL characters', long('a\0b')],
    ['UTF-8 that a header calls something else', long(''), 'text/html; charset=windows-1252'],
    ['UTF-8 that a meta element calls something else', long('<meta charset="shift_jis">')],
    ['broken UTF-8', Buffer.concat([long(''), Buffer.from([0xc3])]), 'text/html; charset=utf-8'],
    ['another encoding', bytes(samples['windows-1251'][0]), 'text/html; charset=windows-1251'],
    ['nothing', bytes()],
  ];

  it.each(cases)('decodes %s to the same text in pieces', (_, data, contentType) => {
    const pieces = decodePage(data, contentType);
    expect(pieces.join('')).toBe(html(data, contentType).text);
  });

  it('splits long pages without splitting a character', () => {
    const pieces = decodePage(long(''));
    expect(pieces.length).toBeGreaterThan(2);
    expect(pieces.every((piece) => piece.length < 1 << 16 && !/\p{Surrogate}|\ufffd/u.test(piece))).toBe(true);
  });
});

import { describe, expect, it } from 'vitest';
import { guessEncoding } from '../../../core/page/documents/guess-encoding';
import { encodeAs } from '../../support/encode-as';

const texts: readonly (readonly [label: string, text: string])[] = [
  ['shift_jis', 'お知らせ：新しい商品が入荷しました。価格は3,200円です。'],
  ['shift_jis', '会社概要 | お問い合わせ'],
  ['euc-jp', '日本語のページです。今日は天気がいいですね。'],
  ['gb18030', '网站地图'],
  ['gb18030', '公司简介 联系我们 价格：128.00'],
  ['big5', '公司簡介 聯絡我們 價格：NT$128'],
  ['euc-kr', '회사소개 | 고객센터'],
  ['windows-1251', 'Мастерская у реки'],
  ['windows-1251', 'Україна: їжа та напої'],
  ['koi8-r', 'О компании Контакты Доставка'],
  ['ibm866', 'О компании Контакты Доставка'],
  ['iso-8859-5', 'О компании Контакты Доставка'],
  ['windows-1250', 'Příliš žluťoučký kůň úpěl ďábelské ódy'],
  ['iso-8859-2', 'Zażółć gęślą jaźń'],
  ['windows-1253', 'Ελληνικά νέα από τον κόσμο'],
  ['windows-1254', "İstanbul'da güneşli bir gün, çok güzel değil mi"],
  ['windows-1255', 'ברוכים הבאים לאתר שלנו'],
  ['windows-1256', 'اهلا وسهلا بكم في موقعنا'],
  ['windows-1257', 'Rīga ir Latvijas galvaspilsēta un lielākā pilsēta'],
  ['windows-874', 'ราคา 120 บาท ติดต่อเรา'],
];

const western = [
  'Café',
  'Prix : 12 €',
  'Déjà vu',
  '© 2020 Example Society',
  '“Quoted” text – isn’t it?',
  '10 × 20 cm ± 3',
  'Fußgängerübergänge in München',
  'El niño está aquí, ¿qué?',
  'Ação São Paulo',
  'Næste side på norsk',
  'A naïve résumé',
];

const page = (body: Uint8Array, head = '') =>
  Buffer.concat([
    Buffer.from(`<!doctype html><html><head>${head}<title>Index</title></head><body class="a"><p>`),
    body,
    Buffer.from('</p>\n<a href="/about">About us</a></body></html>'),
  ]);
const html = { isHtml: true };
const file = { isHtml: false };

describe('the encoding of undeclared text', () => {
  it.each(texts)('is guessed as %s: %s', async (label, text) => {
    const bytes = encodeAs(label, text);
    for (const [data, context] of [[page(bytes), html] as const, [bytes, file] as const]) {
      const guess = await guessEncoding(data, context);
      expect(new TextDecoder(guess).decode(bytes)).toBe(text);
    }
  });

  it.each(western)('is windows-1252 by default: %s', async (text) => {
    const bytes = encodeAs('windows-1252', text);
    expect(await guessEncoding(page(bytes), html)).toBe('windows-1252');
    expect(await guessEncoding(bytes, file)).toBe('windows-1252');
  });

  it('is not guessed for ASCII and UTF-8', async () => {
    expect(await guessEncoding(page(Buffer.from('plain')), html)).toBeUndefined();
    expect(await guessEncoding(page(Buffer.from('Москва – 東京 – é')), html)).toBeUndefined();
    expect(await guessEncoding(Buffer.from('a\0b \x1b[1m'), file)).toBeUndefined();
    expect(await guessEncoding(Buffer.alloc(0), html)).toBeUndefined();
  });

  it('is UTF-8 when only a few characters are damaged', async () => {
    const text = Buffer.from('Мастерская открылась ранней весной');
    expect(await guessEncoding(text.subarray(0, -1), file)).toBe('utf-8');
    expect(await guessEncoding(page(Buffer.concat([text, Buffer.from([0xff])])), html)).toBe('utf-8');
  });

  it('is UTF-16 when every other byte is NUL', async () => {
    const little = Buffer.from('<html><body><p>Привет и добро пожаловать</p></body></html>', 'utf16le');
    expect(await guessEncoding(little, html)).toBe('utf-16le');
    expect(await guessEncoding(Buffer.from(little).swap16(), html)).toBe('utf-16be');
    expect(await guessEncoding(Buffer.from('name,price\nkettle,12\n', 'utf16le'), file)).toBe('utf-16le');
  });

  it('is ISO-2022-JP when escape sequences switch to Japanese', async () => {
    const bytes = Buffer.from('\x1b$B$3$s$K$A$O\x1b(B', 'latin1');
    expect(await guessEncoding(page(bytes), html)).toBe('iso-2022-jp');
  });

  it('is guessed when the declared encoding is misspelled or unknown', async () => {
    const bytes = encodeAs('gb18030', '这间工作室在初春开门');
    const misspelt = '<meta httpequiv="ContentType" content="text/html; charset=gbk">';
    expect(await guessEncoding(page(bytes, misspelt), html)).toBe('gb18030');
    expect(await guessEncoding(page(bytes, '<meta charset="nonsense">'), html)).toBe('gb18030');
    expect(await guessEncoding(bytes, { isHtml: false, contentType: 'text/plain; charset=x-none' })).toBe('gb18030');
  });

  it('is not guessed when a byte order mark, a header, a meta tag or an XML declaration states it', async () => {
    const bytes = encodeAs('windows-1251', 'Мастерская у реки');
    const named = 'text/html; charset=koi8-r';
    expect(await guessEncoding(page(bytes), { isHtml: true, contentType: named })).toBeUndefined();
    expect(await guessEncoding(page(bytes, '<meta charset="koi8-r">'), html)).toBeUndefined();
    const late = `${'<link rel="x">'.repeat(200)}<meta charset="koi8-r">`;
    expect(await guessEncoding(page(bytes, late), html)).toBeUndefined();
    const xml = Buffer.concat([Buffer.from('<?xml version="1.0" encoding="koi8-r"?><a>'), bytes, Buffer.from('</a>')]);
    expect(await guessEncoding(xml, file)).toBeUndefined();
    expect(await guessEncoding(Buffer.from([0xff, 0xfe, 0x41, 0x04]), file)).toBeUndefined();
  });

  it('is guessed from the text, not from Latin words in scripts and styles', async () => {
    const noise = `<style>${'.menu-item { color: red }'.repeat(2000)}</style><script>${'call("x");'.repeat(500)}</script>`;
    const bytes = page(encodeAs('windows-1251', 'Мастерская открылась ранней весной'), noise);
    expect(await guessEncoding(bytes, html)).toBe('windows-1251');
  });
});

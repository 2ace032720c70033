import { readFileSync } from 'node:fs';
import { utils, write } from '@e965/xlsx';
import { expect, it } from 'vitest';
import { mediaTypeOfFile } from '../../../core/page/reading/file-kind';
import { Registries } from '../../../core/platform/plugins/registry';
import { builtInPlugins } from '../../../plugins';
import { makeEpub } from '../../parsers/make-epub';
import { makeDocx, makeXlsx } from '../../parsers/make-office';
import { makePdf } from '../../parsers/make-pdf';

const parsers = new Registries(builtInPlugins).parser.list();
const typeOf = (bytes: Uint8Array | string, name = 'file.dat') =>
  mediaTypeOfFile({ name, bytes: typeof bytes === 'string' ? Buffer.from(bytes) : bytes }, parsers);
const fixture = (name: string) => readFileSync(new URL(`../../fixtures/documents/${name}`, import.meta.url));
const office = 'application/vnd.openxmlformats-officedocument';

it('names documents by their bytes, whatever they are called', async () => {
  const xls = new Uint8Array(
    write(utils.book_new(utils.aoa_to_sheet([[1]]), 'S'), { type: 'array', bookType: 'biff8' }),
  );
  expect(await typeOf(makePdf([[]]), 'a.txt')).toBe('application/pdf');
  expect(await typeOf(makeDocx(), 'a.pdf')).toBe(`${office}.wordprocessingml.document`);
  expect(await typeOf(makeXlsx({ S: [[1]] }))).toBe(`${office}.spreadsheetml.sheet`);
  expect(await typeOf(fixture('slides.pptx'))).toBe(`${office}.presentationml.presentation`);
  expect(await typeOf(fixture('report.odt'))).toBe('application/vnd.oasis.opendocument.text');
  expect(await typeOf(makeEpub({ 'a.xhtml': '<p>a</p>' }, ['a.xhtml']))).toBe('application/epub+zip');
  expect(await typeOf(xls, 'a.doc')).toBe('application/vnd.ms-excel');
  expect(await typeOf(fixture('report.rtf'), 'a.txt')).toMatch(/rtf/);
});

it('names text by its beginning, then by the ending of its name', async () => {
  expect(await typeOf('<!-- x --><!doctype html><p>a', 'a.txt')).toBe('text/html');
  expect(await typeOf('<p>a</p>', 'a.html')).toBe('text/html');
  expect(await typeOf('\ufeffBEGIN:VCALENDAR\r\nEND:VCALENDAR', 'a.txt')).toBe('text/calendar');
  expect(await typeOf('From: a@b.example\nSubject: x\n\nHello', 'a.txt')).toBe('message/rfc822');
  expect(await typeOf('{"a": 1}', 'a.txt')).toBe('application/json');
  expect(await typeOf('<?xml version="1.0"?><feed/>')).toMatch(/xml/);
  expect(await typeOf('a;b\n1;2', 'a.CSV')).toBe('text/csv');
  expect(await typeOf('# Title', 'a.md')).toMatch(/^text\/(?:markdown|plain)$/);
  expect(await typeOf('plain words', 'a.pdf')).toBe('text/plain');
});

it('rejects what it cannot read with a sentence that says what to do', async () => {
  const compound = (stream: string) =>
    Buffer.concat([Buffer.from('d0cf11e0a1b11ae1', 'hex'), Buffer.alloc(1000), Buffer.from(`${stream}\0`, 'utf16le')]);
  const rejects = (bytes: Uint8Array, message: RegExp) =>
    expect(typeOf(bytes)).rejects.toMatchObject({
      code: 'UNSUPPORTED_MEDIA_TYPE',
      message: expect.stringMatching(message),
    });
  await rejects(compound('WordDocument'), /^file\.dat is a Word 97–2003 document.*save it as \.docx/);
  await rejects(compound('EncryptedPackage'), /encrypted/);
  await rejects(Buffer.from('7f454c4602010100000000000000000003003e0001', 'hex'), /cannot be converted to text/);
  await expect(typeOf('')).rejects.toMatchObject({ code: 'BAD_REQUEST' });
});

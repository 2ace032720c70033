import { expect, it } from 'vitest';
import mail from '../../plugins/parsers/mail';
import { markdownOf, parseFile } from './parse-file';

const head = [
  'Return-Path: <ada@example.org>',
  'From: =?UTF-8?Q?Ada_L=C3=B6ve?= <ada@example.org>',
  'To: Grace <grace@example.org>, team: joan@example.org;',
  'Subject: =?UTF-8?B?SGFyYm91ciByZXBvcnQg4oCT?=',
  ' June',
  'Date: Tue, 3 Jun 2025 10:15:00 +0200',
  'MIME-Version: 1.0',
];
const lines = (...parts: readonly string[]): string => parts.join('\r\n');

it('reads subject, people, date and the text of a plain mail', async () => {
  const text = lines(
    ...head,
    'Content-Type: text/plain; charset=iso-8859-1',
    '',
    'Hello,',
    'all ships < in.',
    '',
    'Ada',
  );
  expect(await markdownOf(mail, text)).toBe(
    [
      '# Harbour report – June',
      'From: Ada Löve \\<ada@example.org>  \nTo: Grace \\<grace@example.org>, team: joan@example.org  \nDate: 2025-06-03T08:15:00.000Z',
      'Hello,  \nall ships < in.',
      'Ada',
    ].join('\n\n'),
  );
  expect((await parseFile(mail, text)).metadata).toEqual({
    title: 'Harbour report – June',
    author: 'Ada Löve',
    from: 'Ada Löve <ada@example.org>',
    to: 'Grace <grace@example.org>, team: joan@example.org',
    date: '2025-06-03T08:15:00.000Z',
    publishedTime: '2025-06-03T08:15:00.000Z',
  });
});

it('takes the HTML part of several and lists attachments', async () => {
  const part = (type: string, ...body: readonly string[]) => lines('--b1', `Content-Type: ${type}`, ...body);
  const text = lines(
    ...head,
    'Content-Type: multipart/mixed; boundary=b1',
    '',
    part('text/plain', '', 'Plain.'),
    part(
      'text/html; charset=utf-8',
      'Content-Transfer-Encoding: quoted-printable',
      '',
      '<html><head><style>p{}</style></head><body><p>Caf=C3=A9 <b>bold</b></p></body></html>',
    ),
    part(
      'application/pdf; name="plan.pdf"',
      'Content-Disposition: attachment; filename="plan.pdf"',
      'Content-Transfer-Encoding: base64',
      '',
      'JVBERi0x',
    ),
    '--b1--',
    '',
  );
  const markdown = await markdownOf(mail, text);
  expect(markdown).toContain('Café **bold**');
  expect(markdown).not.toContain('p{}');
  expect(markdown).toMatch(/## Attachments\n\n- plan\.pdf \(application\/pdf, 6 bytes\)$/);
  expect((await parseFile(mail, text)).warnings).toEqual([
    'The email has 1 attachment, which is listed but was not read.',
  ]);
});

it('recognizes mail by its headers and nothing else', () => {
  expect(mail.recognises?.(lines(...head, '', 'Hello'))).toBe(true);
  expect(mail.recognises?.('Note: buy milk\nTo: do\n\nText')).toBe(false);
  expect(mail.recognises?.('From: here\nsubject matters\nDate: today\n\n')).toBe(false);
  expect(mail.recognises?.('Date;Amount\n2025-01-01;3\n')).toBe(false);
});

import { describe, expect, it } from 'vitest';
import { objectOf, readByRules } from '../../../support/read-by-rules';

const text = { type: 'string' };
const list = { type: 'array', items: text };
const mail = `<html><head><title>[quay-announce] quay 2.4.1 released</title></head><body><h1>[quay-announce] quay 2.4.1 released</h1>
<b>Ada van Holm</b> <a href="mailto:list%40example.org" title="[quay-announce] quay 2.4.1 released">ada at example.org</a><br><i>Tue Oct  3 09:12:40 CEST 2017</i>
<ul><li>Previous message: <a href="1.html">[quay-announce] server moved</a></li><li><b>Messages sorted by:</b> <a href="date.html">[ date ]</a> <a href="author.html">[ author ]</a></li></ul><hr>
<pre>Hello all,

this is quay 2.4.1, which fixes two faults of the tide tables. Everybody
who runs 2.4.0 should upgrade.

Changes
-------

 * Tables no longer end in the middle of a
   month that has five weeks
 * New option --quiet

Note that old tables can be read for one more year. After that they
must be converted.

Requirements
============

 - Python 3.4 or newer
 - libtide 0.8

Download
--------

   <a href="https://example.org/quay-2.4.1.tar.gz">https://example.org/quay-2.4.1.tar.gz</a>

   Size:    412,288 bytes
   SHA256:  9f2c61d0a4be7735

Please send reports to the tracker, not to me.

-- 
Ada van Holm
release manager: nobody
</pre></body></html>`;
const read = (html: string, properties: Readonly<Record<string, unknown>>) =>
  readByRules(html, { schema: objectOf(properties) }).data;

describe('a message in the archive of a mailing list', () => {
  it('states its subject, sender and day', () => {
    const day = { type: 'string', format: 'date' };
    expect(read(mail, { subject: text, sender: text, sent: day, version: text })).toEqual({
      subject: '[quay-announce] quay 2.4.1 released',
      sender: 'Ada van Holm',
      sent: '2017-10-03',
      version: '2.4.1',
    });
  });

  it('has lists below underlined headings, with wrapped lines joined', () => {
    expect(read(mail, { changes: list, requirements: list })).toEqual({
      changes: ['Tables no longer end in the middle of a month that has five weeks', 'New option --quiet'],
      requirements: ['Python 3.4 or newer', 'libtide 0.8'],
    });
  });

  it('has labelled lines and links to files', () => {
    expect(read(mail, { sha256: text, size: text, download_url: text, release_manager: text })).toEqual({
      sha256: '9f2c61d0a4be7735',
      size: '412,288 bytes',
      download_url: 'https://example.org/quay-2.4.1.tar.gz',
    });
  });
});

describe('preformatted code', () => {
  it('has no labelled lines', () => {
    const html =
      '<html><head><title>Quay</title></head><body><h1>Quay</h1><p>Set the port in the file.</p><pre>port: 8080\n\nhost: quay.example.org\n\nuser: { name: "ada" }\n</pre></body></html>';
    expect(read(html, { host: text, user: text })).toEqual({});
  });
});

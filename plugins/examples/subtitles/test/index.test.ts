import assert from 'node:assert/strict';
import { test } from 'node:test';
import { loadPlugin, runParser } from '@gleaner/plugin/testing';

const plugin = await loadPlugin(new URL('..', import.meta.url));
const parse = (bytes: string | Uint8Array, options = {}) => runParser(plugin, { bytes, options });

const srt = `1
00:00:01,000 --> 00:00:02,500
<i>Pour the water,</i>

2
00:00:02,500 --> 00:00:04,000
{\\an8}then wait & see.

3
01:02:03,000 --> 01:02:05,000
Serve.
`;

test('joins the cues of a SubRip file until a pause', async () => {
  const { html, warnings } = await parse(srt.replaceAll('\n', '\r\n'));
  assert.equal(html, '<p>Pour the water, then wait &amp; see.</p>\n<p>Serve.</p>');
  assert.deepEqual(warnings, []);
});

test('begins paragraphs with their time on request', async () => {
  const { html } = await parse(srt, { timestamps: true });
  assert.match(html, /^<p>\[00:00:01\] Pour .*\n<p>\[01:02:03\] Serve\.<\/p>$/);
});

test('reads the title and speakers of a WebVTT file, and skips notes and styles', async () => {
  const vtt = `\uFEFFWEBVTT - Tea talk

STYLE
::cue { color: red }

NOTE not spoken

intro
00:01.000 --> 00:02.000 align:start
<v.loud Ada>Green &amp; black?

00:02.000 --> 00:03.000
<v Ben>Both.
`;
  const { html, metadata } = await parse(vtt);
  assert.deepEqual(html.split('\n'), [
    '<h1>Tea talk</h1>',
    '<p><strong>Ada:</strong> Green &amp; black?</p>',
    '<p><strong>Ben:</strong> Both.</p>',
  ]);
  assert.equal(metadata.title, 'Tea talk');
});

test('does not repeat captions that roll up', async () => {
  const vtt = `WEBVTT

00:01.000 --> 00:02.000
the tea

00:02.000 --> 00:03.000
the tea is hot

00:03.000 --> 00:04.000
the tea is hot
`;
  assert.equal((await parse(vtt)).html, '<p>the tea is hot</p>');
});

test('warns about a file without subtitles', async () => {
  const { html, warnings } = await parse('WEBVTT\n');
  assert.deepEqual([html, warnings], ['', ['The file contains no subtitles.']]);
});

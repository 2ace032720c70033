import { expect, it } from 'vitest';
import { builtInMedia, mediaReadBy, mediaTypeOf } from '../../../../core/net/engines/http/media-types';

it.each([
  ['text/html', '/', true],
  ['application/pdf', '/a', true],
  ['application/json', '/a', true],
  ['application/octet-stream', '/a', true],
  ['application/vnd.openxmlformats-officedocument.wordprocessingml.document', '/a', true],
  ['image/svg+xml', '/a.svg', true],
  ['application/zip', '/report.DOCX', true],
  ['application/zip', '/a.zip', false],
  ['image/webp', '/a', false],
  ['video/webm', '/a', false],
  ['application/x-msdownload', '/setup.exe', false],
] as const)('%s at %s: %s', (mediaType, path, readable) => {
  expect(builtInMedia.accepts(mediaType, path)).toBe(readable);
});

it('reads the types of parsers', () => {
  const media = mediaReadBy(() => [{ mediaTypes: ['image/png'], extensions: ['.kmz'] }]);
  expect(media.accepts('image/png', '/scan')).toBe(true);
  expect(media.accepts('application/zip', '/map.kmz')).toBe(true);
  expect(media.accepts('image/gif', '/scan')).toBe(false);
});

it('finds the media type in a header of any form', () => {
  expect(mediaTypeOf('Text/HTML ; charset="utf-8"')).toBe('text/html');
  expect(mediaTypeOf(undefined)).toBe('');
});

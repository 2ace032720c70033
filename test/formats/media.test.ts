import { describe, expect, it } from 'vitest';
import { readFormat } from '../support/read-format';

const url = 'https://media.example/watch/1';
const media = (type: 'audio' | 'video', html: string) => readFormat(html, { type }, { url });
const jsonLd = (data: unknown) => `<script type="application/ld+json">${JSON.stringify(data)}</script>`;

describe('video', () => {
  it.each([
    ['a player', '<video src="/a.mp4" controls></video>', 'https://media.example/a.mp4'],
    [
      'the first source',
      '<video><source src="b.m3u8" type="application/x-mpegURL"><source src="b.mp4"></video>',
      'https://media.example/watch/b.m3u8',
    ],
    ['a lazy player', '<video data-src="/lazy.webm"></video>', 'https://media.example/lazy.webm'],
    [
      'markup',
      jsonLd({ '@type': 'NewsArticle', video: { '@type': 'VideoObject', contentUrl: 'https://cdn.example/c' } }),
      'https://cdn.example/c',
    ],
    [
      'Open Graph',
      '<meta property="og:video" content="https://cdn.example/d.mp4?x=1">',
      'https://cdn.example/d.mp4?x=1',
    ],
    ['a link to a file', '<a href="/talk.webm">Talk</a>', 'https://media.example/talk.webm'],
    [
      'the player of a script',
      '<script>play({"file":"https:\\/\\/cdn.example\\/live\\/e.mpd?t=2"})</script>',
      'https://cdn.example/live/e.mpd?t=2',
    ],
    [
      'a player rather than a muted loop',
      '<video src="/background.mp4" autoplay loop muted></video><video src="/film.mp4" controls></video>',
      'https://media.example/film.mp4',
    ],
  ])('is the address of %s', async (_, html, address) => {
    expect((await media('video', html)).value).toBe(address);
  });

  it.each([
    ['text alone', '<p>No film here.</p>'],
    [
      'a player page of another site',
      '<meta property="og:video" content="https://tube.example/embed/1"><iframe src="https://tube.example/embed/1"></iframe>',
    ],
    ['a blob', '<video src="blob:https://media.example/1"></video>'],
    ['two addresses in scripts', '<script>["https://a.example/1.mp4","https://a.example/2.mp4"]</script>'],
  ])('is absent with a warning for %s', async (_, html) => {
    const { value, warning } = await media('video', html);
    expect(value).toBeUndefined();
    expect(warning).toContain('no video');
  });

  it('is the first of several, and says so', async () => {
    const { value, warning } = await media('video', '<video src="/1.mp4"></video><video src="/2.mp4"></video>');
    expect(value).toBe('https://media.example/1.mp4');
    expect(warning).toContain('2 video files');
  });
});

describe('audio', () => {
  it.each([
    ['a player', '<audio controls><source src="/a.ogg"></audio>', 'https://media.example/a.ogg'],
    [
      'the episode in markup',
      jsonLd({
        '@type': 'PodcastEpisode',
        associatedMedia: { '@type': 'MediaObject', encodingFormat: 'audio/mpeg', contentUrl: '/b.mp3' },
      }),
      'https://media.example/b.mp3',
    ],
    [
      'Open Graph with its type',
      '<meta property="og:audio" content="/c"><meta property="og:audio:type" content="audio/mpeg">',
      'https://media.example/c',
    ],
    ['a link to a file', '<a href="/d.mp3">Listen</a>', 'https://media.example/d.mp3'],
  ])('is the address of %s', async (_, html, address) => {
    expect((await media('audio', html)).value).toBe(address);
  });

  it('is absent with a warning for a video alone', async () => {
    const { value, warning } = await media('audio', '<video src="/a.mp4"></video>');
    expect(value).toBeUndefined();
    expect(warning).toContain('no audio');
  });
});

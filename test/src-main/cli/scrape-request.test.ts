import { describe, expect, it } from 'vitest';
import { scrapeBody } from '../../../src-main/cli/scrape-body';
import { scrapeOutput } from '../../../src-main/cli/scrape-output';

const defaults = { format: ['markdown'], mainContent: true };

describe('the request of `gleaner scrape`', () => {
  it('leaves unset options to the engine', () => {
    expect(scrapeBody('https://example.com/', defaults)).toEqual({
      url: 'https://example.com/',
      formats: ['markdown'],
    });
  });

  it('adds https to a bare URL', () => {
    expect(scrapeBody('example.com/a', defaults).url).toBe('https://example.com/a');
    expect(scrapeBody('localhost:8080/a', defaults).url).toBe('http://localhost:8080/a');
    expect(scrapeBody('http://example.com', defaults).url).toBe('http://example.com');
  });

  it('sends every option under its API name', () => {
    const body = scrapeBody('https://example.com', {
      format: ['markdown', 'screenshot'],
      fullPage: true,
      waitFor: 200,
      timeout: 9000,
      mobile: true,
      include: ['main'],
      exclude: ['nav', '.ad'],
      mainContent: false,
      header: ['Accept-Language: de', 'X-A: b:c'],
      profile: 'shop, as Ada',
    });
    expect(body).toEqual({
      profile: { name: 'shop, as Ada' },
      url: 'https://example.com',
      formats: ['markdown', { type: 'screenshot', fullPage: true }],
      onlyMainContent: false,
      waitFor: 200,
      timeout: 9000,
      mobile: true,
      includeTags: ['main'],
      excludeTags: ['nav', '.ad'],
      headers: { 'Accept-Language': 'de', 'X-A': 'b:c' },
    });
  });

  it('carries the query of highlights and the question', () => {
    const options = { ...defaults, format: ['highlights', 'question'], query: 'return', question: 'Who?' };
    expect(scrapeBody('https://example.com', options).formats).toEqual([
      { type: 'highlights', query: 'return' },
      { type: 'question', question: 'Who?' },
    ]);
  });

  it('says how a header is written', () => {
    expect(() => scrapeBody('https://example.com', { ...defaults, header: ['nonsense'] })).toThrow('"name: value"');
  });
});

describe('the output of `gleaner scrape`', () => {
  const document = {
    markdown: '# Hi',
    links: ['https://a/', 'https://b/'],
    screenshot: 'http://127.0.0.1/files/x',
    metadata: {},
  };

  it('is the text of a single text format', () => {
    expect(scrapeOutput(document, ['markdown'], false)).toEqual({ kind: 'text', text: '# Hi' });
  });

  it('is one link per line', () => {
    expect(scrapeOutput(document, ['links'], false)).toEqual({ kind: 'text', text: 'https://a/\nhttps://b/' });
  });

  it('is the image of a screenshot', () => {
    expect(scrapeOutput(document, ['screenshot'], false)).toEqual({ kind: 'file', address: document.screenshot });
  });

  it('is the whole document for several formats, and with --json', () => {
    for (const output of [
      scrapeOutput(document, ['markdown', 'links'], false),
      scrapeOutput(document, ['markdown'], true),
    ]) {
      expect(output.kind === 'text' && JSON.parse(output.text)).toEqual(document);
    }
  });
});

import { describe, expect, it } from 'vitest';
import { selectContent } from '../../../core/page/documents/content/select-content';
import { parseHtml } from '../../../core/page/documents/parse-html';
import markdown from '../../../plugins/formats/markdown';

const url = 'http://h.test/dir/page';

/** Runs the format on an entire page, as the document reader does. */
async function derive(html: string, config: Readonly<Record<string, unknown>> = {}, removeBase64Images = true) {
  const options = { url, onlyMainContent: false, includeTags: [], excludeTags: [], removeBase64Images };
  const { root } = selectContent(parseHtml(html).document, options);
  const warnings: string[] = [];
  const context = {
    url,
    options: {},
    config: markdown.config?.parse(config),
    warn: (sentence: string) => void warnings.push(sentence),
    signal: new AbortController().signal,
  };
  return { markdown: await markdown.derive({ content: root } as never, context as never), warnings };
}

const page =
  '<!DOCTYPE html><html><head><title>T</title></head><body><h1>Title</h1><p>A <a href="x">link</a></p><img alt="dot" src="data:image/png;base64,AAAA"></body></html>';

describe('the markdown format', () => {
  it('is requested with merged cells repeated, or by its name alone', () => {
    expect(markdown.options?.parse({ repeatMergedCells: true })).toEqual({ repeatMergedCells: true });
    expect(markdown.options?.parse({})).toEqual({});
  });

  it('converts a page with absolute links and a placeholder for inline images', async () => {
    expect((await derive(page)).markdown).toBe(
      '# Title\n\nA [link](http://h.test/dir/x)\n\n![dot](<Base64-Image-Removed>)',
    );
  });

  it('keeps inline images when requested', async () => {
    expect((await derive(page, {}, false)).markdown).toContain('![dot](data:image/png;base64,AAAA)');
  });

  it('contains formulas with TeX in scripts once', async () => {
    const drawn = '<span class="MathJax" id="m"><span class="math">a2</span></span>';
    expect((await derive(`<p>As ${drawn}<script type="math/tex">a^2</script> shows</p>`)).markdown).toBe(
      'As $a^2$ shows',
    );
  });

  it('supports node-html-markdown', async () => {
    const { markdown } = await derive(page, { converter: 'node-html-markdown' });
    expect(markdown).toContain('# Title');
    expect(markdown).toContain('[link](http://h.test/dir/x)');
  });

  it('warns when nesting was flattened', async () => {
    const { markdown, warnings } = await derive(`${'<ul><li>'.repeat(100)}deep`);
    expect(markdown).toContain('deep');
    expect(warnings.join()).toContain('flattened');
  });

  it('is empty for an empty page', async () => {
    expect((await derive('')).markdown).toBe('');
    expect((await derive('<body><script>1</script></body>')).markdown).toBe('');
  });
});

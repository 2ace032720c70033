import { brokenDocument, decodePlainText, defineParser, escapeHtml, z } from '../../core/contract/plugin';

const Text = z
  .union([z.string(), z.array(z.string())])
  .transform((text) => (typeof text === 'string' ? text : text.join('')));
const Output = z.object({
  text: Text.optional(),
  data: z.record(z.string(), z.unknown()).optional(),
  ename: z.string().optional(),
  evalue: z.string().optional(),
});
const Cell = z.object({ cell_type: z.string(), source: Text.default(''), outputs: z.array(Output).default([]) });
const Notebook = z.object({
  cells: z.array(Cell),
  metadata: z
    .object({
      language_info: z.object({ name: z.string() }).partial().optional(),
      kernelspec: z.object({ language: z.string() }).partial().optional(),
    })
    .default({}),
});

/** `notebook`: the text, code and printed output of a Jupyter notebook. */
export default defineParser({
  id: 'notebook',
  summary: 'Reads Jupyter notebooks: text, code and printed output.',
  mediaTypes: ['application/x-ipynb+json'],
  extensions: ['.ipynb'],
  async parse(bytes, { charset, url }) {
    const notebook = Notebook.safeParse(parseJson(decodePlainText(bytes, charset).text));
    if (!notebook.success) throw brokenDocument(url, notebook.error);
    const { cells, metadata } = notebook.data;
    const language = metadata.language_info?.name ?? metadata.kernelspec?.language ?? '';
    let pictures = 0;
    const parts = cells.map(({ cell_type: type, source, outputs }) => {
      if (type !== 'code') return textHtml(source);
      pictures += outputs.filter(({ data }) => isPicture(data)).length;
      return [codeHtml(source, language), ...outputs.map((output) => codeHtml(shownText(output), 'text'))].join('\n');
    });
    const warnings = pictures > 0 ? [`Images drawn by the notebook's code are missing (${pictures}).`] : [];
    return { html: parts.filter((part) => part !== '').join('\n'), metadata: {}, warnings };
  },
});

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Wraps Markdown so that the `markdown` format copies it verbatim. */
const textHtml = (text: string): string =>
  text.trim() === '' ? '' : `<pre data-text="verbatim">${escapeHtml(text)}</pre>`;

const codeHtml = (text: string, language: string): string =>
  text.trim() === '' ? '' : `<pre><code class="language-${escapeHtml(language)}">${escapeHtml(text)}</code></pre>`;

const isPicture = (data: z.infer<typeof Output>['data']): boolean =>
  data !== undefined && Object.keys(data).some((type) => type.startsWith('image/'));

/** Returns the printed output, result or error message of a cell. */
function shownText({ text, data, ename, evalue }: z.infer<typeof Output>): string {
  const plain = Text.safeParse(data?.['text/plain']).data;
  return text ?? plain ?? (ename === undefined ? '' : `${ename}: ${evalue ?? ''}`);
}

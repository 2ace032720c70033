import { decodeByLabel, decodePlainText, defineParser, escapeHtml } from '../../../core/contract/plugin';

/**
 * `xml`: RSS and Atom feeds as linked headings, and other XML as a code block. Entities defined in the file are never
 * expanded.
 */
export default defineParser({
  id: 'xml',
  summary: 'Reads feeds as articles and shows other XML as a code block.',
  mediaTypes: ['application/xml', 'text/xml', '*+xml'],
  extensions: ['.xml', '.rss', '.atom', '.rdf', '.xsd', '.xsl', '.opml', '.svg'],
  async parse(bytes, { charset }) {
    const text = decodeXml(bytes, charset);
    const { feedHtml, readFeed } = await import('./feed');
    const feed = readFeed(text);
    if (feed !== undefined) return { html: feedHtml(feed), metadata: feed.metadata, warnings: [] };
    return { html: `<pre><code class="language-xml">${escapeHtml(text)}</code></pre>`, metadata: {}, warnings: [] };
  },
});

/** Decodes XML. If no charset is given, uses the encoding declared in the first line. */
function decodeXml(bytes: Uint8Array, charset: string | undefined): string {
  const declared = /^<\?xml[^>]*?encoding\s*=\s*["']([\w.:-]+)["']/.exec(
    String.fromCharCode(...bytes.subarray(0, 200)),
  )?.[1];
  const marked = (bytes[0] === 0xef && bytes[1] === 0xbb) || (bytes[0] ?? 0) >= 0xfe;
  const label = charset ?? (declared !== undefined && !/^utf-?16/i.test(declared) ? declared : undefined);
  const decoded = marked || label === undefined ? undefined : decodeByLabel(bytes, label);
  return (decoded ?? decodePlainText(bytes)).text;
}

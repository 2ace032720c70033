import { extractMetadata } from '../../core/page/documents/metadata/extract-metadata';
import { parseHtml } from '../../core/page/documents/parse-html';
import { extractByRules } from '../../core/page/extraction/rules/extract-by-rules';
import { Evidence } from '../../core/page/extraction/rules/page/evidence';

/** Schema and prompt for extracting values, and the URL of the page. */
export interface Question {
  readonly schema?: Readonly<Record<string, unknown>>;
  readonly prompt?: string;
  readonly url?: string;
}

/** Extracts values from HTML by rules, as the reader threads do. */
export function readByRules(html: string, { schema, prompt, url = 'https://example.com/page' }: Question) {
  const { document } = parseHtml(html);
  return extractByRules({ evidence: new Evidence(document, url, extractMetadata(document, { url })), schema, prompt });
}

/** Returns the schema of an object with the given properties. */
export const objectOf = (properties: Readonly<Record<string, unknown>>, required: readonly string[] = []) => ({
  type: 'object',
  properties,
  required,
});

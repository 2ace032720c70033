/** Part of a scraped document that is written to standard output or a file. */
export type ScrapeOutput =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'file'; readonly address: string };

/**
 * Returns the output for a document. A single format is returned in its native form: text, a list with one entry per
 * line, or an image for a screenshot. All other output is returned as JSON.
 */
export function scrapeOutput(
  document: Readonly<Record<string, unknown>>,
  formats: readonly string[],
  asJson: boolean,
): ScrapeOutput {
  const [only, ...others] = formats;
  const value = only !== undefined && others.length === 0 && !asJson ? document[fieldOf(only)] : undefined;
  if (only === 'screenshot' && typeof value === 'string') return { kind: 'file', address: value };
  if (typeof value === 'string') return { kind: 'text', text: value };
  if (Array.isArray(value) && value.every((entry) => typeof entry === 'string')) {
    return { kind: 'text', text: value.join('\n') };
  }
  return { kind: 'text', text: JSON.stringify(value ?? document, undefined, 2) };
}

/** Returns the name of the document field that contains the output in a format. */
export const fieldOf = (format: string): string => (format === 'question' ? 'answer' : format);

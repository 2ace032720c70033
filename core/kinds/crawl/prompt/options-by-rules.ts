import type { ParamsPreviewSpec } from '../../../common/job-specs';
import { readFlags } from './flags';
import { readNumbers } from './numbers';
import { readPaths } from './paths';
import { PromptText } from './prompt-text';

/** Options derived from a prompt. */
export interface PromptReading {
  /** Crawl options, in the form used in a request. */
  readonly options: Readonly<Record<string, unknown>>;
  /** Remarks for the caller, as sentences. */
  readonly remarks: readonly string[];
}

const everything = /(?<!\p{L})(?:everything|alles|tout|todo|tutto)(?!\p{L})/iu;
const maxQuoted = 5;
const quotedChars = 80;

/**
 * Returns the crawl options that rules find in a prompt. Empty if the prompt contains no options. Makes no assumptions
 * about the structure of the site.
 */
export function optionsByRules({ url, prompt }: ParamsPreviewSpec): PromptReading {
  const text = new PromptText(prompt);
  const flags = readFlags(text);
  const numbers = readNumbers(text);
  const paths = readPaths(text, url);
  const isWhole = !paths.options.includePaths && text.take(everything, (index) => !text.isExclusion(index));
  const options = { ...(isWhole ? { crawlEntireDomain: true } : {}), ...paths.options, ...flags, ...numbers };
  const left = text.unread().map((piece) => `"${piece.slice(0, quotedChars)}"`);
  const quoted = left.length > maxQuoted ? `${left.slice(0, maxQuoted).join(', ')} and more` : left.join(', ');
  const remark = `Not understood and ignored: ${quoted}.`;
  return { options, remarks: [...(left.length > 0 ? [remark] : []), ...paths.remarks] };
}

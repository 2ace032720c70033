import type { Metadata } from '../../../../core/contract/plugin';

/** Confidence below which text probably contains errors. */
const LOW_CONFIDENCE = 0.7;

/** A recognized page. */
interface RecognizedPage {
  readonly number: number;
  /** 0 to 1. */
  readonly confidence: number;
}

/** Returns metadata about recognized pages: their page numbers and mean confidence. Empty if no page was recognized. */
export function ocrMetadata(pages: readonly RecognizedPage[]): Metadata {
  if (pages.length === 0) return {};
  const mean = pages.reduce((sum, { confidence }) => sum + confidence, 0) / pages.length;
  return { ocrPages: ranges(pages.map(({ number }) => number)), ocrConfidence: Math.round(mean * 100) / 100 };
}

/** Formats sorted numbers as ranges, e.g. `1-3, 7`. */
export function ranges(numbers: readonly number[]): string {
  const parts: { from: number; to: number }[] = [];
  for (const number of numbers) {
    const last = parts.at(-1);
    if (last?.to === number - 1) last.to = number;
    else parts.push({ from: number, to: number });
  }
  return parts.map(({ from, to }) => (from === to ? `${from}` : `${from}-${to}`)).join(', ');
}

/** Formats page numbers for use in a sentence, e.g. `pages 1-3, 7`. */
export const named = (numbers: readonly number[]): string =>
  `${numbers.length === 1 ? 'page' : 'pages'} ${ranges(numbers)}`;

/** Returns the pages whose text probably contains errors. */
export const unsure = <P extends RecognizedPage>(pages: readonly P[]): readonly P[] =>
  pages.filter(({ confidence }) => confidence < LOW_CONFIDENCE);

/** Formats a confidence as a percentage. */
export const percent = (confidence: number): string => `${Math.round(confidence * 100)}%`;

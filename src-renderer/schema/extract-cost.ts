import { creditsOfTokens, tokensOf } from '../../core/common/tokens';
import type { WrittenSchema } from './wanted-fields';

const usualText = 'a value of some words';
const isSchema = (value: unknown): value is WrittenSchema => typeof value === 'object' && value !== null;

/** An answer of the usual length, with one entry in each list. */
function sampleOf(schema: unknown): unknown {
  if (!isSchema(schema)) return usualText;
  if (isSchema(schema.properties)) {
    return Object.fromEntries(Object.entries(schema.properties).map(([name, inner]) => [name, sampleOf(inner)]));
  }
  return isSchema(schema.items) ? [sampleOf(schema.items)] : usualText;
}

/** Credits of an answer with one entry in each list, without the tokens of a language model; of ten fields when no schema says which. */
export function usualCredits(schema: WrittenSchema | undefined): number {
  const ten = Object.fromEntries(Array.from({ length: 10 }, (_, at) => [`field ${at}`, usualText]));
  return creditsOfTokens(tokensOf(schema ? sampleOf(schema) : ten, 0));
}

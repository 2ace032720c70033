import type { Registries } from '../../platform/plugins/registry';
import type { CheckInput, CheckOutput } from '../models/schema-checker';
import { type Learned, type LearnInput, learnRecipe } from '../recipes/learn/learn-recipe';
import type { DocumentReader, ReadInput, ReadOutput } from './document-reader';
import { readDocument } from './read-document';

/** Reads pages on the calling thread, for tests and for trying out plugins. */
export class InlineReader implements DocumentReader {
  constructor(private readonly plugins: Registries) {}

  read(input: ReadInput, signal: AbortSignal): Promise<ReadOutput> {
    return readDocument({ ocr: { languages: [], folders: [] }, ...input }, this.plugins, signal);
  }

  async learn(input: LearnInput): Promise<Learned> {
    return learnRecipe(input);
  }

  async check(input: CheckInput): Promise<CheckOutput> {
    const { checkSchema } = await import('../models/check-schema');
    return checkSchema(input);
  }

  async warm(samples: readonly ReadInput[], signal: AbortSignal): Promise<boolean> {
    for (const sample of samples) await this.read(sample, signal);
    return true;
  }

  async close(): Promise<void> {}
}

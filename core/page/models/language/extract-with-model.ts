import type { Semaphore } from '../../../common/concurrency/semaphore';
import { AppError } from '../../../common/errors';
import type { LanguageModelSettings } from '../../../common/language-model';
import type { ModelAnswer, ModelInput } from '../../../contract/plugin';
import { missingSentence } from '../../extraction/rules/extract-by-rules';
import type { Field } from '../../extraction/rules/schema/field';
import { normaliseSchema } from '../../extraction/rules/schema/normalise-schema';
import { answerByRules } from './answer-by-rules';
import { withoutThinking } from './answer-json';
import { answerSchema } from './answer-schema';
import { type Asked, ask, type Question, TruncatedAnswer } from './ask';
import { type Budget, budgetOf } from './context-budget';
import { type FilledAnswer, fillByRules } from './fill-by-rules';
import { aboutPage, wordsFor } from './instructions';
import { hasList, mergeAnswers, needsMoreParts } from './merge-answers';
import { PageFacts } from './page-facts';
import { halvesOf, pageParts } from './page-parts';
import { PageReferences } from './page-references';
import { openPartReader, type PartAnswer, type PartReader } from './part-reader';
import { type ReadAnswer, readAnswer } from './read-answer';
import { removeInvalid } from './remove-invalid';
import type { CompileSchema } from './schema-check';
import { tokensOf } from './token-count';

/** Limits for reading a page with a model. */
export interface ReadingOptions {
  readonly settings: Pick<LanguageModelSettings, 'inputTokens' | 'outputTokens' | 'maxParts'>;
  /** Context length of the model, if known. */
  readonly contextTokens?: number;
  readonly slots: Semaphore;
  readonly compile: CompileSchema;
}

/** A model's answer, with separate counts of input and output tokens instead of the cost. */
export interface Reading extends Omit<ModelAnswer, 'tokensUsed' | 'costUsd'> {
  readonly inputTokens: number;
  readonly outputTokens: number;
}

interface PartQuestion<T> extends Pick<Question<T>, 'schema' | 'read' | 'rescue' | 'canSplit'> {
  readonly signal: AbortSignal;
}

interface PartReading {
  readonly reader: PartReader;
  readonly signal: AbortSignal;
  readonly halvings?: number;
}

/** Maximum number of times that a part is halved because its answer was truncated. */
const maxHalvings = 2;

/** Number of failed calls after which the remaining parts are skipped. */
const maxFailures = 2;

/**
 * Reads a page with a language model. Reads a long page in several parts. Rejects with MODEL_FAILED if the model fails
 * and the rules find nothing.
 */
export function extractWithModel(asked: Asked, input: ModelInput, options: ReadingOptions, signal: AbortSignal) {
  return new PageReading(asked, input, options, signal).read();
}

class PageReading {
  #inputTokens = 0;
  #outputTokens = 0;
  readonly #warnings: string[] = [];
  readonly #failures: AppError[] = [];
  readonly #asked: Asked;
  readonly #references: PageReferences;
  readonly #field: Field;
  readonly #budget: Budget;
  #parts: readonly string[] = [];

  constructor(
    asked: Asked,
    private readonly input: ModelInput,
    private readonly options: ReadingOptions,
    private readonly signal: AbortSignal,
  ) {
    const spend = (input: number, output: number) => {
      this.#inputTokens += input;
      this.#outputTokens += output;
    };
    this.#references = new PageReferences(input.text);
    this.#field = normaliseSchema(input.schema ?? {});
    const empty = this.#words('', 0);
    const promptTokens = tokensOf(empty.instructions) + tokensOf(empty.text);
    this.#budget = budgetOf(options.contextTokens, options.settings, promptTokens);
    this.#asked = { ...asked, spend, outputTokens: this.#budget.answerTokens };
  }

  async read(): Promise<Reading> {
    const { text } = this.#references;
    const { parts, omitted } = pageParts(text, this.#budget.partTokens, this.options.settings.maxParts);
    this.#parts = parts;
    if (omitted > 0) {
      const { length } = text;
      this.#warnings.push(
        `The page is long: the model read the first ${length - omitted} of ${length} characters; raise \`maxParts\` or \`inputTokens\`.`,
      );
    }
    const answer = this.input.answer === 'text' ? await this.#summary(parts) : await this.#data(parts);
    const warning = [...this.#warnings, answer.warning].filter(Boolean).join(' ');
    return {
      ...answer,
      inputTokens: this.#inputTokens,
      outputTokens: this.#outputTokens,
      ...(warning === '' ? {} : { warning }),
    };
  }

  #words(part: string, hintTokens = this.#budget.hintTokens) {
    const count = this.#parts.length;
    const number = this.#parts.indexOf(part) + 1;
    return wordsFor(this.input, {
      part,
      references: this.#references,
      hintTokens,
      ...(this.input.schema ? { field: this.#field } : {}),
      ...(count > 1 && number > 0 ? { place: { number, count } } : {}),
    });
  }

  /** All page text that the model sees, including the URLs. */
  get #pageText(): string {
    return [this.input.text, this.input.url, ...aboutPage(this.input)].join('\n');
  }

  async #summary(parts: readonly string[]): Promise<Omit<ModelAnswer, 'tokensUsed'>> {
    const answers = await this.#all(parts, (part, signal) =>
      this.#ask(part, { schema: undefined, read: textOf, signal }),
    );
    const texts = answers.filter((text) => text !== undefined);
    const whole = { schema: undefined, read: textOf, signal: this.signal };
    const summary = texts.length > 1 ? await this.#ask(texts.join('\n\n'), whole) : texts[0];
    if (summary === undefined) return this.#byRules();
    const value = this.#references.restored(summary);
    this.#warnOfFailure();
    const unknown = new PageFacts(this.#pageText).unknownNumbers(value);
    if (unknown.length > 0) this.#warnings.push(`These numbers are not on the page: ${unknown.join(', ')}.`);
    return { value };
  }

  async #data(parts: readonly string[]): Promise<Omit<ModelAnswer, 'tokensUsed'>> {
    const { schema, rules, url } = this.input;
    const field = this.#field;
    const facts = new PageFacts([this.#pageText, ...rules.sources.map(({ excerpt }) => excerpt)].join('\n'));
    const finish = (answer: unknown): ReadAnswer => readAnswer(field, answer, { url, facts, rules });
    const reader = await openPartReader(
      { ...{ field, schema, finish, references: this.#references }, isWhole: parts.length === 1 },
      this.options.compile,
    );
    const read = await this.#readParts(parts, reader);
    if (read.length === 0) return this.#byRules();
    const answer = finish(mergeAnswers(read.map(({ value }) => value)));
    const kept = await removeInvalid(field, answer, reader.errorsOf);
    const gaps = new Set(read.flatMap(({ gaps: own }) => [...own]));
    for (const path of kept.removed) gaps.add(path);
    if (this.#failures.length > 0) gaps.add('');
    const filled = schema ? fillByRules(field, kept, rules, gaps) : { ...kept, filled: new Set<string>() };
    this.#warnOfFailure();
    const misfits = [...new Set([...read.flatMap((answer) => [...answer.misfits]), ...kept.removed])];
    return this.#warned(filled, { misfits, problem: read.find(({ problem }) => problem)?.problem, kept });
  }

  /**
   * If the schema contains lists, reads all parts, because every part may add entries. Otherwise, stops once no value
   * is missing.
   */
  async #readParts(parts: readonly string[], reader: PartReader): Promise<readonly PartAnswer[]> {
    if (hasList(this.#field)) {
      const answers = await this.#all(parts, (part, signal) => this.#askAbout(part, { reader, signal }));
      return answers.flat();
    }
    const read: PartAnswer[] = [];
    for (const part of parts) {
      read.push(...(await this.#askAbout(part, { reader, signal: this.signal })));
      if (!needsMoreParts(this.#field, mergeAnswers(read.map(({ value }) => value)))) break;
    }
    return read;
  }

  /**
   * Asks the model about a part of the page. If the answer is truncated, asks about each half. Returns no answer if the
   * model fails.
   */
  async #askAbout(part: string, { reader, signal, halvings = 0 }: PartReading): Promise<readonly PartAnswer[]> {
    const halves = halvings < maxHalvings ? halvesOf(part) : [];
    const question = {
      schema: this.input.schema ? answerSchema(this.#field, false) : 'any',
      read: (answer: string, invalid: readonly string[]) => reader.read(answer, invalid),
      rescue: (answers: readonly string[], problem: string) => reader.rescue(answers, problem),
      canSplit: halves.length > 1,
      signal,
    } as const;
    try {
      const answer = await this.#ask(part, question);
      return answer ? [answer] : [];
    } catch (thrown) {
      if (!(thrown instanceof TruncatedAnswer)) throw thrown;
      const next = { reader: reader.ofPart(), signal, halvings: halvings + 1 };
      return (await Promise.all(halves.map((half) => this.#askAbout(half, next)))).flat();
    }
  }

  /** Asks about all parts concurrently. If one call rejects, aborts the others. */
  async #all<T>(parts: readonly string[], askOne: (part: string, signal: AbortSignal) => Promise<T>): Promise<T[]> {
    const failed = new AbortController();
    const signal = AbortSignal.any([this.signal, failed.signal]);
    try {
      return await Promise.all(parts.map((part) => askOne(part, signal)));
    } finally {
      failed.abort();
    }
  }

  /** Returns the answer about a part. Undefined if the model fails. */
  async #ask<T>(part: string, { signal, ...question }: PartQuestion<T>): Promise<T | undefined> {
    const words = this.#words(part);
    const free = await this.options.slots.acquire(signal);
    try {
      if (this.#failures.length >= maxFailures) return undefined;
      return (await ask(this.#asked, { ...words, ...question }, signal)).value;
    } catch (thrown) {
      if (!(thrown instanceof AppError) || thrown.code !== 'MODEL_FAILED' || signal.aborted) throw thrown;
      this.#failures.push(thrown);
      return undefined;
    } finally {
      free();
    }
  }

  #byRules(): Omit<ModelAnswer, 'tokensUsed'> {
    const failure = this.#failures[0] ?? new AppError('MODEL_FAILED');
    const answer = answerByRules(this.input, failure);
    if (!answer) throw failure;
    return answer;
  }

  #warnOfFailure(): void {
    const [failure] = this.#failures;
    if (failure) this.#warnings.push(`The model failed for a part of the page: ${failure.reason}`);
  }

  #warned(
    { data, sources, missing, dropped, filled }: FilledAnswer,
    { misfits, problem, kept }: { misfits: readonly string[]; problem?: string; kept: { readonly problem?: string } },
  ) {
    const absent = missing.filter(({ path }) => !dropped.includes(path));
    const unfit = misfits.filter((path) => path !== '' && !filled.has(path));
    const lost = unfit.filter((path) => missing.some((one) => generalName(one.path) === path) || path.endsWith('/*'));
    this.#warn("These fields were extracted using rules, because the model's answer lacked them: ", [...filled]);
    if (problem) this.#warnings.push(`Parts of the model's answer could not be used: ${problem}.`);
    this.#warn('These fields were dropped because they do not match the schema: ', lost);
    const sentence = missingSentence(absent, { data });
    if (sentence) this.#warnings.push(sentence);
    this.#warn('These fields were dropped because they are not on the page: ', dropped);
    if (kept.problem) this.#warnings.push(`The data does not match the schema: ${kept.problem}.`);
    return { value: data, sources, missing };
  }

  #warn(words: string, paths: readonly string[]): void {
    const names = [...new Set(paths.map((path) => generalName(path).slice(1) || 'the answer'))];
    if (names.length > 0) this.#warnings.push(`${words}${names.join(', ')}.`);
  }
}

/** Replaces list indexes in a JSON pointer with `*`. */
const generalName = (path: string): string => path.replace(/\/\d+(?=\/|$)/g, '/*');

function textOf(answer: string): string {
  const text = withoutThinking(answer);
  if (text === '') throw new Error('it is empty');
  return text;
}

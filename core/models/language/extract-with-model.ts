import { AppError } from '../../common/errors';
import type { ModelAnswer, ModelInput } from '../../plugin';
import type { Semaphore } from '../../tasks/semaphore';
import type { Field } from '../rules/schema/field';
import { normaliseSchema } from '../rules/schema/normalise-schema';
import { answerSchema, unwrapped } from './answer-schema';
import { type Asked, ask, jsonOf, type Question } from './ask';
import { wordsFor } from './instructions';
import { hasList, mergeAnswers, wantsMore } from './merge-answers';
import { PageFacts } from './page-facts';
import { pageParts } from './page-parts';
import { type ReadAnswer, readAnswer } from './read-answer';
import { jsonBy, schemaCheck } from './schema-check';

/** How a page is read with a model. */
export interface ReadingOptions {
  readonly inputTokens: number;
  readonly maxParts: number;
  readonly slots: Semaphore;
}

/** What was read, without cost. */
export interface Reading extends Omit<ModelAnswer, 'tokensUsed' | 'costUsd'> {
  readonly inputTokens: number;
  readonly outputTokens: number;
}

interface PartQuestion<T> extends Pick<Question<T>, 'schema' | 'read'> {
  readonly signal: AbortSignal;
}

/** Reads a page with a language model, in parts where it is long; rejects with MODEL_FAILED. */
export function extractWithModel(asked: Asked, input: ModelInput, options: ReadingOptions, signal: AbortSignal) {
  return new PageReading(asked, input, options, signal).read();
}

class PageReading {
  #inputTokens = 0;
  #outputTokens = 0;
  readonly #warnings: string[] = [];

  constructor(
    private readonly asked: Asked,
    private readonly input: ModelInput,
    private readonly options: ReadingOptions,
    private readonly signal: AbortSignal,
  ) {}

  async read(): Promise<Reading> {
    const { inputTokens, maxParts } = this.options;
    const { parts, leftOut } = pageParts(this.input.text, inputTokens, maxParts);
    if (leftOut > 0) {
      const { length } = this.input.text;
      this.#warnings.push(
        `The page is long: the model read the first ${length - leftOut} of ${length} characters; raise maxParts or inputTokens.`,
      );
    }
    const answer = this.input.answer === 'text' ? await this.#summary(parts) : await this.#data(parts);
    const warning = this.#warnings.join(' ');
    return {
      ...answer,
      inputTokens: this.#inputTokens,
      outputTokens: this.#outputTokens,
      ...(warning === '' ? {} : { warning }),
    };
  }

  async #summary(parts: readonly string[]) {
    const texts = await this.#all(parts, (part, signal) =>
      this.#ask(part, { schema: undefined, read: textOf, signal }),
    );
    const whole = { schema: undefined, read: textOf, signal: this.signal };
    const value = texts.length === 1 ? (texts[0] ?? '') : await this.#ask(texts.join('\n\n'), whole);
    const unknown = new PageFacts(`${this.input.text}\n${this.input.url}`).unknownNumbers(value);
    if (unknown.length > 0) this.#warnings.push(`The page does not state these numbers: ${unknown.join(', ')}.`);
    return { value };
  }

  async #data(parts: readonly string[]) {
    const { schema, rules, url } = this.input;
    const field = normaliseSchema(schema ?? {});
    const facts = new PageFacts([this.input.text, url, ...rules.sources.map(({ excerpt }) => excerpt)].join('\n'));
    const finish = (answer: unknown): ReadAnswer => readAnswer(field, answer, { url, facts, rules });
    const fits = schema ? schemaCheck(schema) : () => undefined;
    const wrong = ({ data, missing }: ReadAnswer) => fits(data, new Set(missing.map(({ path }) => path)));
    const readPart = schema ? this.#checked(field) : freeObject;
    const isWhole = parts.length === 1;
    const read = (answer: string): unknown => {
      const value = readPart(answer);
      const problem = isWhole ? wrong(finish(value)) : undefined;
      if (problem) throw new Error(problem);
      return value;
    };
    const result = finish(await this.#parts(parts, field, read));
    const problem = wrong(result);
    if (problem) throw new AppError('MODEL_FAILED', `What the model read does not fit the schema: ${problem}.`);
    return this.#told(result);
  }

  /** Reads an answer, and throws what about it does not fit. */
  #checked(field: Field): (answer: string) => unknown {
    const read = jsonBy(answerSchema(field, true));
    return (answer) => unwrapped(field, read(answer));
  }

  /** Asks about all parts where each may add to a list, else until every value is found. */
  async #parts(parts: readonly string[], field: Field, read: (answer: string) => unknown): Promise<unknown> {
    const schema = this.input.schema ? answerSchema(field, false) : 'any';
    if (hasList(field))
      return mergeAnswers(await this.#all(parts, (part, signal) => this.#ask(part, { schema, read, signal })));
    let value: unknown;
    for (const part of parts) {
      value = mergeAnswers([value, await this.#ask(part, { schema, read, signal: this.signal })]);
      if (!wantsMore(field, value)) break;
    }
    return value;
  }

  /** Asks about all parts at once; when one fails, the others are ended. */
  async #all<T>(parts: readonly string[], askOne: (part: string, signal: AbortSignal) => Promise<T>): Promise<T[]> {
    const failed = new AbortController();
    const signal = AbortSignal.any([this.signal, failed.signal]);
    try {
      return await Promise.all(parts.map((part) => askOne(part, signal)));
    } finally {
      failed.abort();
    }
  }

  async #ask<T>(part: string, { schema, read, signal }: PartQuestion<T>): Promise<T> {
    const words = wordsFor(this.input, part, schema === 'any' ? undefined : schema);
    const free = await this.options.slots.acquire(signal);
    try {
      const reply = await ask(this.asked, { ...words, schema, read }, signal);
      this.#inputTokens += reply.inputTokens;
      this.#outputTokens += reply.outputTokens;
      return reply.value;
    } finally {
      free();
    }
  }

  #told({ data, sources, missing, dropped }: ReadAnswer) {
    const names = (paths: readonly string[]) =>
      [...new Set(paths.map((path) => path.slice(1).replace(/(^|\/)\d+(?=\/|$)/g, '$1*') || 'the answer'))].join(', ');
    const absent = missing.map(({ path }) => path).filter((path) => !dropped.includes(path));
    if (absent.length > 0) this.#warnings.push(`Not found on the page: ${names(absent)}.`);
    if (dropped.length > 0) this.#warnings.push(`Left out, since the page does not state them: ${names(dropped)}.`);
    return { value: data, sources, missing };
  }
}

/** The text of an answer, without the thinking before it. */
function textOf(answer: string): string {
  const text = answer.replace(/^[\s\S]*<\/think(?:ing)?>/, '').trim();
  if (text === '') throw new Error('it is empty');
  return text;
}

/** The object of an answer whose fields the model has chosen. */
function freeObject(answer: string): unknown {
  const value = jsonOf(answer);
  if (Array.isArray(value)) throw new Error('it is a list; answer with an object');
  return value;
}

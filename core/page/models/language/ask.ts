import type { LanguageModel, ModelMessage, streamText } from 'ai';
import { AppError } from '../../../common/errors';
import { type AcceptedOptions, allOptions, fewerOptions } from './accepted-options';
import { callError, onlyStreams, refusalOf } from './call-error';

/** Maximum number of times that the model is asked to correct an invalid answer. */
const maxRepairs = 2;
/**
 * Maximum number of retries after 429, 5xx and connection errors. Before each retry, the call waits for the backoff
 * time or for `Retry-After`.
 */
const maxRetries = 2;

/** A question to a language model. */
export interface Question<T> {
  /** The task, and the rules that the model must follow. */
  readonly instructions: string;
  readonly text: string;
  /** JSON schema that constrains the answer, `any` for arbitrary JSON, or absent for plain text. */
  readonly schema?: Readonly<Record<string, unknown>> | 'any';
  /**
   * Parses an answer. `invalid` contains the earlier answers, all of which were invalid. If `read` throws, the model
   * receives the error message and answers again.
   */
  read(answer: string, invalid: readonly string[]): T | Promise<T>;
  /** Returns the valid parts of the invalid answers, if any. The answers are in chronological order. */
  rescue?(answers: readonly string[], problem: string): T | undefined;
  /**
   * True if the caller can split the text and ask about each part. In that case, a truncated answer is rejected with
   * TruncatedAnswer.
   */
  readonly canSplit?: boolean;
}

/** Signals a truncated answer to a question about text that can be split. */
export class TruncatedAnswer extends Error {}

/** An answer with the number of tokens used for it, including those for corrections. */
export interface Reply<T> {
  readonly value: T;
  readonly inputTokens: number;
  readonly outputTokens: number;
}

/** A model with its limits and the options accepted by its service. */
export interface Asked {
  readonly model: LanguageModel;
  /** URL of the service. */
  readonly service: string;
  /** Maximum number of tokens in an answer. */
  readonly outputTokens?: number;
  /** Options that the service accepts. Updated when the service rejects an option. */
  readonly accepted?: { current: AcceptedOptions };
  /** Adds the tokens of a call to the total. */
  spend?(inputTokens: number, outputTokens: number): void;
}

/** Asks a language model. Rejects with MODEL_FAILED if the model fails, refuses, or gives three invalid answers. */
export async function ask<T>(asked: Asked, question: Question<T>, signal: AbortSignal): Promise<Reply<T>> {
  let messages: readonly ModelMessage[] = [{ role: 'user', content: question.text }];
  const answers: string[] = [];
  let [inputTokens, outputTokens] = [0, 0];
  for (let repairs = 0; ; repairs++) {
    const answer = await call(asked, question, messages, signal);
    inputTokens += answer.inputTokens;
    outputTokens += answer.outputTokens;
    answers.push(answer.text);
    if (answer.isCutOff && question.canSplit) throw new TruncatedAnswer();
    try {
      if (answer.isCutOff) throw new Error('it was truncated');
      return { value: await question.read(answer.text, answers.slice(0, -1)), inputTokens, outputTokens };
    } catch (thrown) {
      const problem = thrown instanceof Error ? thrown.message : String(thrown);
      // A truncated answer is not corrected, because the correction would be truncated even earlier.
      if (repairs === maxRepairs || answer.isCutOff) {
        const value = question.rescue?.(answers, problem);
        if (value === undefined) throw unfit(asked.service, problem, answer.isCutOff);
        return { value, inputTokens, outputTokens };
      }
      messages = repairOf(question, answer.text, problem);
    }
  }
}

/**
 * Returns the messages that ask the model to correct its answer. If the answer has no usable values or lacks required
 * values, the messages repeat the text. Otherwise, they contain only the answer, because the context of small models is
 * limited.
 */
function repairOf({ text, rescue }: Question<unknown>, answer: string, problem: string): readonly ModelMessage[] {
  const isUsable = rescue ? rescue([answer], problem) !== undefined : /[{[]/.test(answer) && !/required/.test(problem);
  if (!isUsable)
    return [{ role: 'user', content: `${text}\n\nYour last answer does not fit: ${problem}. Answer again.` }];
  const again = `Your answer does not fit: ${problem}. Correct it. Answer with the whole JSON object, with nothing else; a value that you do not know is null.`;
  return [
    { role: 'user', content: 'Return the data of the page.' },
    { role: 'assistant', content: answer },
    { role: 'user', content: again },
  ];
}

const unfit = (service: string, problem: string, isCutOff: boolean): AppError =>
  isCutOff
    ? failed(`The answer from the model at ${service} was truncated; lower \`inputTokens\` or request fewer fields.`)
    : failed(
        `The model at ${service} returned three invalid answers: ${problem}. Simplify the schema or choose a larger model.`,
      );

interface Called {
  readonly text: string;
  readonly isCutOff: boolean;
  readonly inputTokens: number;
  readonly outputTokens: number;
}

/** Calls the model with the options that the service accepts. */
async function call(
  asked: Asked,
  question: Constraints,
  messages: readonly ModelMessage[],
  abortSignal: AbortSignal,
): Promise<Called> {
  for (let options = asked.accepted?.current ?? allOptions; ; ) {
    try {
      const called = await callWith(options, asked, { ...question, messages, abortSignal });
      if (asked.accepted) asked.accepted.current = options;
      return called;
    } catch (thrown) {
      const refusal = abortSignal.aborted ? undefined : refusalOf(thrown);
      const fewer = refusal === undefined ? undefined : fewerOptions(options, refusal);
      if (!fewer) throw callError(thrown, asked.service, abortSignal);
      options = fewer;
    }
  }
}

type Constraints = Pick<Question<unknown>, 'instructions' | 'schema'>;

interface Call extends Constraints {
  readonly messages: readonly ModelMessage[];
  readonly abortSignal: AbortSignal;
}

async function callWith(
  { temperature, limit, format }: AcceptedOptions,
  { model, service, outputTokens: maxOutputTokens, spend }: Asked,
  { instructions, schema, messages, abortSignal }: Call,
): Promise<Called> {
  // Imported on the first question, because the SDK is large.
  const { generateText, jsonSchema, Output } = await import('ai');
  globalThis.AI_SDK_LOG_WARNINGS = false;
  const constrained =
    schema === undefined || format === 'text'
      ? Output.text()
      : schema === 'any' || format === 'json'
        ? Output.json()
        : Output.object({ schema: jsonSchema(schema) });
  // Answers are parsed by `read`, because its error messages are better than those of the SDK.
  const output = { ...constrained, parseCompleteOutput: async ({ text }: { text: string }) => text };
  const limits = { ...(temperature ? { temperature: 0 } : {}), ...(limit ? { maxOutputTokens } : {}) };
  const settings = { maxRetries, abortSignal, ...limits };
  const request = { model, instructions, messages: [...messages], output, ...settings };
  const answer = await generateText(request).catch((thrown: unknown) => {
    if (abortSignal.aborted || !onlyStreams(thrown)) throw thrown;
    return streamed(request);
  });
  const { finishReason, text, usage, toolCalls } = answer;
  const { inputTokens = 0, outputTokens = 0 } = usage;
  spend?.(inputTokens, outputTokens);
  if (finishReason === 'content-filter') throw failed(`The model at ${service} refused to answer${quote(text)}.`);
  return {
    text: text || wordsOf(toolCalls[0]?.input),
    isCutOff: finishReason === 'length',
    inputTokens,
    outputTokens,
  };
}

/** Returns the text of an unrequested tool call. Some models send one instead of an answer. */
const wordsOf = (input: unknown): string =>
  input === undefined ? '' : typeof input === 'string' ? input : JSON.stringify(input);

/** Sends the question to a service that only supports streaming. */
async function streamed(request: Parameters<typeof streamText>[0]) {
  const { streamText } = await import('ai');
  let failure: unknown;
  const answer = streamText({
    ...request,
    onError: ({ error }) => {
      failure = error;
    },
  });
  try {
    const { text, finishReason, usage, toolCalls } = answer;
    return { text: await text, finishReason: await finishReason, usage: await usage, toolCalls: await toolCalls };
  } catch (thrown) {
    throw failure ?? thrown;
  }
}

const failed = (message: string): AppError => new AppError('MODEL_FAILED', message);

const quote = (text: string): string => (text ? `: "${text.replace(/\s+/g, ' ').slice(0, 150)}"` : '');

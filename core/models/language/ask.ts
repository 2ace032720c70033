import type { LanguageModel, ModelMessage, streamText } from 'ai';
import { AppError } from '../../common/errors';
import { callError, onlyStreams } from './call-error';

/** Times an answer that does not fit is sent back. */
const maxRepairs = 2;
/** Times a call is made again after 429, 5xx and broken connections, later each time or when `Retry-After` says. */
const maxRetries = 2;

/** One question to a language model. */
export interface Question<T> {
  /** What it is and what it must not do. */
  readonly instructions: string;
  readonly text: string;
  /** JSON schema that constrains the answer; free JSON when it is `any`, plain text when absent. */
  readonly schema?: Readonly<Record<string, unknown>> | 'any';
  /** Reads the answer; what it throws goes back to the model as the reason to answer again. */
  read(answer: string): T;
}

/** The answer and the tokens it took, repairs included. */
export interface Reply<T> {
  readonly value: T;
  readonly inputTokens: number;
  readonly outputTokens: number;
}

/** A model and the name it has in messages. */
export interface Asked {
  readonly model: LanguageModel;
  /** Address of the service. */
  readonly service: string;
}

/** Asks a language model; rejects with MODEL_FAILED when it fails, refuses or still does not fit after two repairs. */
export async function ask<T>(asked: Asked, question: Question<T>, signal: AbortSignal): Promise<Reply<T>> {
  const messages: ModelMessage[] = [{ role: 'user', content: question.text }];
  let [inputTokens, outputTokens] = [0, 0];
  for (let repairs = 0; ; repairs++) {
    const answer = await call(asked, question, messages, signal);
    inputTokens += answer.inputTokens;
    outputTokens += answer.outputTokens;
    try {
      return { value: question.read(answer.text), inputTokens, outputTokens };
    } catch (thrown) {
      const problem = thrown instanceof Error ? thrown.message : String(thrown);
      if (repairs === maxRepairs) {
        throw failed(`The model at ${asked.service} gave three answers that do not fit: ${problem}.`);
      }
      messages.push({ role: 'assistant', content: answer.text || '(no answer)' });
      messages.push({
        role: 'user',
        content: `Your answer does not fit: ${problem}. Answer again, with nothing else.`,
      });
    }
  }
}

interface Called {
  readonly text: string;
  readonly inputTokens: number;
  readonly outputTokens: number;
}

async function call(
  { model, service }: Asked,
  { instructions, schema }: Pick<Question<unknown>, 'instructions' | 'schema'>,
  messages: readonly ModelMessage[],
  abortSignal: AbortSignal,
): Promise<Called> {
  // Loaded with the first question: the SDK is large.
  const { generateText, jsonSchema, Output } = await import('ai');
  globalThis.AI_SDK_LOG_WARNINGS = false;
  const constrained =
    schema === undefined
      ? Output.text()
      : schema === 'any'
        ? Output.json()
        : Output.object({ schema: jsonSchema(schema) });
  // The answer is read by the question, which says better what is wrong.
  const output = { ...constrained, parseCompleteOutput: async ({ text }: { text: string }) => text };
  const request = { model, instructions, messages: [...messages], output, maxRetries, abortSignal };
  const answer = await generateText(request)
    .catch((thrown: unknown) => {
      if (abortSignal.aborted || !onlyStreams(thrown)) throw thrown;
      return streamed(request);
    })
    .catch((thrown: unknown) => {
      throw callError(thrown, service, abortSignal);
    });
  const { finishReason, text, usage, toolCalls } = answer;
  if (finishReason === 'content-filter') throw failed(`The model at ${service} refused to answer${quote(text)}.`);
  if (finishReason === 'length') {
    throw failed(`The answer of the model at ${service} was cut off; lower inputTokens or ask for fewer fields.`);
  }
  const { inputTokens = 0, outputTokens = 0 } = usage;
  return { text: text || wordsOf(toolCalls[0]?.input), inputTokens, outputTokens };
}

/** What a model said that answers by calling a tool, though it was given none. */
const wordsOf = (input: unknown): string =>
  input === undefined ? '' : typeof input === 'string' ? input : JSON.stringify(input);

/** The same question to a service that only streams its answers. */
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

/** The JSON of an answer: bare, in a code block, or behind some thinking. Throws with the reason when there is none. */
export function jsonOf(answer: string): unknown {
  const text = answer.replace(/^[\s\S]*<\/think(?:ing)?>/, '').trim();
  const fenced = /```(?:json)?\s*([\s\S]*?)```/.exec(text)?.[1] ?? text;
  const start = fenced.search(/[{[]/);
  const end = Math.max(fenced.lastIndexOf('}'), fenced.lastIndexOf(']'));
  if (start < 0 || end < start) throw new Error('it holds no JSON object');
  try {
    return JSON.parse(fenced.slice(start, end + 1));
  } catch (thrown) {
    throw new Error(`it is not valid JSON (${(thrown as Error).message})`);
  }
}

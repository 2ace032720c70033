import { z } from 'zod';
import { readRunOptions } from '../../core/platform/settings/settings';
import { type EngineOptions, progress } from './command-context';
import { CommandError } from './command-error';
import { startOwnEngine } from './own-engine';
import { findRunningEngine } from './running-engine';

/** A call to the engine's API. */
export interface EngineCall {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  readonly path: string;
  /** Request body. Sent as JSON unless it is a form. */
  readonly body?: unknown;
}

/** Client for an engine's API. */
export interface EngineClient {
  /**
   * Calls the API and returns the JSON response. Throws a CommandError if the engine returns an error or does not
   * respond.
   */
  call(call: EngineCall, signal: AbortSignal): Promise<unknown>;
  /** Downloads a file from the engine and returns its bytes. */
  download(address: string, signal: AbortSignal): Promise<Uint8Array>;
  /** Yields the bytes of a long response as they arrive. Throws a TypeError if the connection breaks. */
  stream(path: string, signal: AbortSignal): AsyncIterable<Uint8Array>;
}

/** Options for finding an engine, and for starting one if none is running. */
export interface ConnectOptions extends EngineOptions {
  readonly allowPrivateNetwork?: boolean;
  /** True if the command may start an engine when none is running. */
  readonly mayStart: boolean;
}

/** Runs `work` with the engine at the given URL, the engine running on this machine, or a temporary engine. */
export async function withEngine<T>(
  options: ConnectOptions,
  signal: AbortSignal,
  work: (client: EngineClient) => Promise<T>,
): Promise<T> {
  const { dataDir, apiKey } = readRunOptions(options);
  if (options.apiUrl) return work(engineClient(options.apiUrl, apiKey));
  const running = await findRunningEngine(dataDir, signal);
  if (running) {
    if (options.allowPrivateNetwork)
      progress('Note: --allow-private-network has no effect on the engine that is already running.');
    return work(engineClient(running.url, isGiven(options) ? apiKey : running.localToken));
  }
  if (!options.mayStart) throw new CommandError('no engine is running; start one with `gleaner serve` or `npm start`.');
  progress('Starting an engine …');
  const own = await startOwnEngine({ dataDir, allowPrivateNetwork: options.allowPrivateNetwork }, signal);
  try {
    return await work(engineClient(own.state.url, own.state.localToken));
  } finally {
    await own.stop();
  }
}

/**
 * True if the key is given as an option. A key in the environment does not replace the local engine's token, because
 * that key may belong to another engine.
 */
const isGiven = ({ apiKey, apiKeyFile }: EngineOptions): boolean => (apiKey ?? apiKeyFile) !== undefined;

const errorAnswer = z.object({ error: z.string(), code: z.string().optional(), details: z.unknown().optional() });
const issues = z.array(z.object({ path: z.array(z.union([z.string(), z.number()])).optional(), message: z.string() }));

function engineClient(base: string, key: string | undefined): EngineClient {
  const headers: Record<string, string> = key ? { authorization: `Bearer ${key}` } : {};
  return {
    async call({ method, path, body }, signal) {
      const isForm = body instanceof FormData;
      const json: Record<string, string> = body === undefined || isForm ? {} : { 'content-type': 'application/json' };
      const answer = await reach(base, path, {
        method,
        signal,
        headers: { ...headers, ...json },
        body: body === undefined || isForm ? body : JSON.stringify(body),
      });
      const content: unknown = await answer.json().catch(() => undefined);
      if (!answer.ok) throw new CommandError(sentenceOfAnswer(content, answer.status, base));
      return content;
    },
    async download(address, signal) {
      const answer = await reach(base, address, { signal, headers });
      if (!answer.ok) throw new CommandError(`the file ${address} could not be downloaded (HTTP ${answer.status}).`);
      return new Uint8Array(await answer.arrayBuffer());
    },
    async *stream(path, signal) {
      const answer = await reach(base, path, { signal, headers });
      if (!answer.ok) {
        const content: unknown = await answer.json().catch(() => undefined);
        throw new CommandError(sentenceOfAnswer(content, answer.status, base));
      }
      if (answer.body) yield* answer.body;
    },
  };
}

async function reach(base: string, path: string, init: RequestInit): Promise<Response> {
  try {
    return await fetch(new URL(path, base), init);
  } catch (error) {
    if (init.signal?.aborted) throw error;
    throw new CommandError(`no engine responds at ${base}; check the URL or start one with \`gleaner serve\`.`);
  }
}

function sentenceOfAnswer(content: unknown, status: number, base: string): string {
  const parsed = errorAnswer.safeParse(content);
  if (!parsed.success) return `${base} returned HTTP ${status}, which is not a response from Gleaner.`;
  if (status === 401) return `${parsed.data.error} Set a key with --api-key-file or GLEANER_API_KEY.`;
  const [first] = issues.safeParse(parsed.data.details).data ?? [];
  if (first && parsed.data.error.includes(first.message)) return parsed.data.error;
  const detail = first && ` (${[first.path?.join('.'), first.message].filter(Boolean).join(': ')})`;
  return `${parsed.data.error}${detail ?? ''}`;
}

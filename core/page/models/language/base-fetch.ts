import { AppError } from '../../../common/errors';
import type { GuardedHttp } from '../../../contract/plugin';

/** Maximum size of an answer, in bytes. Real model answers are far smaller. */
const maxAnswerBytes = 32 * 1024 * 1024;

/** Restrictions on calls to a language model. */
export interface BaseFetchOptions {
  /** Prefix that the URL of every call must have. */
  readonly baseUrl: string;
  readonly timeoutMs: number;
}

/**
 * Creates a `fetch` that accepts only URLs under the configured base URL. Rejects other URLs with MODEL_FAILED. Also
 * rejects redirects, because following them would send the API key elsewhere.
 */
export function fetchWithin(http: GuardedHttp, { baseUrl, timeoutMs }: BaseFetchOptions): typeof fetch {
  const base = new URL(`${baseUrl.replace(/(?<!\/)\/+$/, '')}/`);
  return async (input, init) => {
    const url = new URL(input instanceof Request ? input.url : input);
    if (url.origin !== base.origin || !url.pathname.startsWith(base.pathname)) {
      throw failed(`Model calls are limited to ${base.href}; ${url.origin}${url.pathname} was blocked.`);
    }
    const slow = AbortSignal.timeout(timeoutMs);
    const signal = init?.signal ? AbortSignal.any([init.signal, slow]) : slow;
    const answer = await http.fetch(url.href, { ...init, redirect: 'manual', signal });
    const location = answer.headers.get('location');
    if (answer.status < 300 || answer.status >= 400)
      return new Response(answer.body?.pipeThrough(atMost(maxAnswerBytes)), answer);
    await answer.body?.cancel();
    throw failed(`${base.href} redirects to ${location ?? 'another URL'}; use that URL as the base URL in Settings.`);
  };
}

/** Forwards a response body. Fails if the body exceeds the limit. */
function atMost(maxBytes: number): TransformStream<Uint8Array, Uint8Array> {
  let left = maxBytes;
  return new TransformStream({
    transform(chunk, controller) {
      left -= chunk.length;
      if (left < 0) controller.error(failed(`The answer is larger than ${maxBytes / 1024 / 1024} MB.`));
      else controller.enqueue(chunk);
    },
  });
}

const failed = (message: string): AppError => new AppError('MODEL_FAILED', message);

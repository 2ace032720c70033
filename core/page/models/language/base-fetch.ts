import { AppError } from '../../../common/errors';
import type { GuardedHttp } from '../../../contract/plugin';

/** What a language model was asked at and for how long. */
export interface BaseFetchOptions {
  /** Address that every call must begin with. */
  readonly baseUrl: string;
  readonly timeoutMs: number;
}

/**
 * A `fetch` for one address that the user has set: it reaches nothing else and follows no redirect, since the key would go
 * along. Rejects with MODEL_FAILED when the address does not answer in time.
 */
export function fetchWithin(http: GuardedHttp, { baseUrl, timeoutMs }: BaseFetchOptions): typeof fetch {
  const base = new URL(`${baseUrl.replace(/(?<!\/)\/+$/, '')}/`);
  return async (input, init) => {
    const url = new URL(input instanceof Request ? input.url : input);
    if (url.origin !== base.origin || !url.pathname.startsWith(base.pathname)) {
      throw failed(`The model may be called at ${base.href} only, not at ${url.origin}${url.pathname}.`);
    }
    const slow = AbortSignal.timeout(timeoutMs);
    const signal = init?.signal ? AbortSignal.any([init.signal, slow]) : slow;
    const answer = await http.fetch(url.href, { ...init, redirect: 'manual', signal });
    const location = answer.headers.get('location');
    if (answer.status < 300 || answer.status >= 400) return answer;
    await answer.body?.cancel();
    throw failed(`${base.href} redirects to ${location ?? 'another address'}; set that address as base address.`);
  };
}

const failed = (message: string): AppError => new AppError('MODEL_FAILED', message);

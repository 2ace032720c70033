import { type PageState, pageMethods } from '../page-methods';
import { request } from './request';

/** State of the page before the action. */
export type GuestPage = PageState;

/**
 * Returns the live page of an action. Asynchronous methods call the host, with JSON arguments. Synchronous methods read
 * the state received with the last response.
 */
export function livePage(start: GuestPage): object {
  let state = start;
  const call = async (method: string, args: readonly unknown[]): Promise<unknown> => {
    const { value, body } = await request('page', { method, args });
    const reply = value as { readonly state: PageState; readonly result?: unknown; readonly mediaType?: string };
    state = reply.state;
    return reply.mediaType === undefined ? reply.result : { bytes: new Uint8Array(body), mediaType: reply.mediaType };
  };
  return {
    url: () => state.url,
    pendingRequests: (maxAgeMs: number) =>
      (state.pending.find(([ageMs]) => ageMs >= maxAgeMs) ?? state.pending.at(-1))?.[1] ?? 0,
    ...Object.fromEntries(pageMethods.map((name) => [name, (...args: unknown[]) => call(name, args)])),
  };
}

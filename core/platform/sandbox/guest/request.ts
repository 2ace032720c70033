import type { HostServiceName } from '../messages';
import { host, type Settle } from './host';

/** Response of an engine service. */
interface Reply {
  readonly value: unknown;
  readonly body: ArrayBuffer;
}

interface Waiting {
  readonly resolve: (reply: Reply) => void;
  readonly reject: (error: Error) => void;
}

const waiting = new Map<number, Waiting>();

/** Completes a request with its response or an error. */
export const settle: Settle = (id, ok, json, body) => {
  const request = waiting.get(id);
  waiting.delete(id);
  if (ok) request?.resolve({ value: JSON.parse(json), body });
  else request?.reject(new Error(JSON.parse(json)));
};

/** Sends a request to an engine service. */
export function request(service: HostServiceName, payload: unknown): Promise<Reply> {
  return new Promise((resolve, reject) => {
    waiting.set(host.request(service, JSON.stringify(payload)), { resolve, reject });
  });
}

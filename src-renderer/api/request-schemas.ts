import type { Answer } from '../../core/common/answer';
import type { schemaAnswer } from '../../core/common/api/local-jobs';
import { call } from './client';

let pending: Promise<Answer<typeof schemaAnswer>> | undefined;

/** Returns the engine's request schemas. Concurrent callers share one response, because it is 500 kB in size. */
export function requestSchemas(): Promise<Answer<typeof schemaAnswer>> {
  pending ??= call<typeof schemaAnswer>('GET', '/local/schema').finally(() => {
    pending = undefined;
  });
  return pending;
}

import type { Request, RequestQueueOperationInfo, Source } from '@crawlee/core';
import type { Failure, FrontierTask, NewTask } from '../../ports/jobs/frontier';

/** Requests that are added in one piece. */
const addedTogether = 1000;

/** A task as a request of Crawlee, which is loaded with the first page, so that a start stays fast. */
export async function toRequest<T extends Record<string, unknown>>(task: FrontierTask): Promise<Request<T>> {
  const { Request } = await import('@crawlee/core');
  const { id, url, key, depth, attempt } = task;
  const request = new Request<T>({ id, url, uniqueKey: key, crawlDepth: depth });
  request.retryCount = attempt - 1;
  return request;
}

/** The id of a request in work; throws for one that has none. */
export const idOf = ({ id, url }: Pick<Request, 'id' | 'url'>): string => {
  if (id === undefined) throw new Error(`The request for ${url} is none of this queue.`);
  return id;
};

/** How a request ends that brought no result. */
export const failureOf = ({ url, errorMessages }: Pick<Request, 'url' | 'errorMessages'>): Failure => ({
  state: 'failed',
  code: 'UNKNOWN_ERROR',
  message: errorMessages.at(-1) ?? `Nothing came of ${url}.`,
});

/** What Crawlee is told of a request; its id is known only of new ones. */
export const infoOf = (
  uniqueKey: string,
  requestId: string | undefined,
  state: Partial<RequestQueueOperationInfo> = {},
): RequestQueueOperationInfo => ({
  requestId: requestId ?? '',
  uniqueKey,
  wasAlreadyPresent: true,
  wasAlreadyHandled: false,
  forefront: false,
  ...state,
});

/** Requests of Crawlee as tasks, some at a time. */
export async function* batches(
  sources: AsyncIterable<Source | string> | Iterable<Source | string>,
): AsyncGenerator<readonly NewTask[]> {
  let batch: NewTask[] = [];
  for await (const source of sources) {
    const {
      url,
      uniqueKey,
      crawlDepth = 0,
    } = typeof source === 'string' ? { url: source } : (source as Partial<Request>);
    if (!url) throw new Error('A request needs a url.');
    batch.push({ url, key: uniqueKey, depth: crawlDepth });
    if (batch.length < addedTogether) continue;
    yield batch;
    batch = [];
  }
  if (batch.length > 0) yield batch;
}

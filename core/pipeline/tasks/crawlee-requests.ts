import type { Request, RequestQueueOperationInfo, Source } from '@crawlee/core';
import type { AddReport, Failure, FrontierTask, NewTask } from '../../ports/jobs/frontier';

/** Number of requests to add per batch. */
const addedTogether = 1000;

/**
 * Converts a task to a Crawlee request. Crawlee is not loaded before the first page, so that the engine starts fast.
 */
export async function toRequest<T extends Record<string, unknown>>(task: FrontierTask): Promise<Request<T>> {
  const { Request } = await import('@crawlee/core');
  const { id, url, key, depth, attempt } = task;
  const request = new Request<T>({ id, url, uniqueKey: key, crawlDepth: depth });
  request.retryCount = attempt - 1;
  return request;
}

/** Returns the ID of a request in progress. Throws if the request has no ID. */
export const idOf = ({ id, url }: Pick<Request, 'id' | 'url'>): string => {
  if (id === undefined) throw new Error(`The request for ${url} does not belong to this queue.`);
  return id;
};

/** Returns the failure for a request without a result. */
export const failureOf = ({ url, errorMessages }: Pick<Request, 'url' | 'errorMessages'>): Failure => ({
  state: 'failed',
  code: 'UNKNOWN_ERROR',
  message: errorMessages.at(-1) ?? `${url} had no result.`,
});

/** Returns the information that Crawlee requires about a request. The ID is known only for new requests. */
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

/** Adds Crawlee requests in batches. At most `maxNew` of the requests may be new. */
export async function addInBatches(
  sources: AsyncIterable<Source | string> | Iterable<Source | string>,
  maxNew: number,
  add: (batch: readonly NewTask[], room: number) => Promise<AddReport>,
) {
  const addedRequests: RequestQueueOperationInfo[] = [];
  const requestsOverLimit: Source[] = [];
  let room = maxNew;
  for await (const batch of batches(sources)) {
    const { ids, added, overLimit } = await add(batch, room);
    room -= added;
    const left = new Set(overLimit.map(keyOf));
    for (const [index, task] of batch.entries()) {
      const uniqueKey = keyOf(task);
      const requestId = ids[index];
      if (left.has(uniqueKey)) requestsOverLimit.push({ url: task.url, uniqueKey });
      else addedRequests.push(infoOf(uniqueKey, requestId, { wasAlreadyPresent: requestId === undefined }));
    }
  }
  return { addedRequests, requestsOverLimit, waitForAllRequestsToBeAdded: Promise.resolve(addedRequests) };
}

const keyOf = ({ key, url }: NewTask): string => key ?? url;

/** Converts Crawlee requests to tasks, in batches. */
async function* batches(
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

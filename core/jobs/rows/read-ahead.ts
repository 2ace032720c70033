/** Values in batches, to avoid per-value overhead. */
export type Batches<T> = AsyncIterable<readonly T[]>;

/** Prefetches the next value while the consumer uses the current one. */
export async function* readAhead<T>(values: AsyncGenerator<T>): AsyncGenerator<T> {
  let next = ask(values);
  try {
    for (;;) {
      const { done, value } = await next;
      if (done) return;
      next = ask(values);
      yield value;
    }
  } finally {
    await values.return(undefined);
  }
}

/**
 * Requests the next value without awaiting it. A failure is thrown only when the result is awaited, and never becomes
 * an unhandled rejection.
 */
function ask<T>(values: AsyncGenerator<T>): Promise<IteratorResult<T>> {
  const next = values.next();
  next.catch(() => undefined);
  return next;
}

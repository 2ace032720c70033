/** Values in batches, to avoid the overhead of single values. */
export type Batches<T> = AsyncIterable<readonly T[]>;

/** Prefetches the next value while the current one is used. */
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

/** Delays a rejection until somebody awaits it. */
function ask<T>(values: AsyncGenerator<T>): Promise<IteratorResult<T>> {
  const next = values.next();
  next.catch(() => undefined);
  return next;
}

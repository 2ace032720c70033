/** Values, some at a time: one at a time would cost more than making them. */
export type Batches<T> = AsyncIterable<readonly T[]>;

/** Asks for the next value while the one before is used; no more than that one is waiting. */
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

/** What fails while nobody waits for it is told to whoever does. */
function ask<T>(values: AsyncGenerator<T>): Promise<IteratorResult<T>> {
  const next = values.next();
  next.catch(() => undefined);
  return next;
}

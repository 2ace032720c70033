/**
 * Inflates raw DEFLATE data, passes the chunks to `take` and returns the inflated size. Stops when the size exceeds
 * `limit`. For damaged data, returns the size of the part before the damage.
 */
export async function inflate(data: Uint8Array, limit: number, take?: (chunk: Uint8Array) => void): Promise<number> {
  const stream = new Blob([data as Uint8Array<ArrayBuffer>])
    .stream()
    .pipeThrough(new DecompressionStream('deflate-raw'));
  let size = 0;
  try {
    for await (const chunk of stream) {
      size += chunk.length;
      if (size > limit) break;
      take?.(chunk);
    }
  } catch {
    return size;
  }
  return size;
}

/** Reads a response body, truncated at `maxBytes`. */
export async function readUpTo(
  { body }: { readonly body: AsyncIterable<Uint8Array> | null },
  maxBytes: number,
): Promise<Uint8Array> {
  const pieces: Uint8Array[] = [];
  let size = 0;
  for await (const piece of body ?? []) {
    pieces.push(piece);
    size += piece.length;
    if (size >= maxBytes) break;
  }
  return Buffer.concat(pieces).subarray(0, maxBytes);
}

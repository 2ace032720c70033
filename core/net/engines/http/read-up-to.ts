/** Reads a response body, truncated at `maxBytes`. */
export async function readUpTo(answer: Response, maxBytes: number): Promise<Uint8Array> {
  const pieces: Uint8Array[] = [];
  let size = 0;
  for await (const piece of (answer.body ?? []) as AsyncIterable<Uint8Array>) {
    pieces.push(piece);
    size += piece.length;
    if (size >= maxBytes) break;
  }
  return Buffer.concat(pieces).subarray(0, maxBytes);
}

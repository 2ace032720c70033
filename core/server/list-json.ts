const comma = Buffer.from(',');

/** Joins UTF-8 encoded JSON documents with commas. Adds `start` before the first document and `end` after the last. */
export function listJson(start: string, documents: readonly Uint8Array[], end: string): Buffer {
  const parts = documents.flatMap((document, at) => (at === 0 ? [document] : [comma, document]));
  return Buffer.concat([Buffer.from(start), ...parts, Buffer.from(end)]);
}

const comma = Buffer.from(',');

/**
 * Concatenates documents, which are already JSON in UTF-8. Puts commas between them, `start` before the first and `end`
 * after the last.
 */
export function listJson(start: string, documents: readonly Uint8Array[], end: string): Buffer {
  const parts = documents.flatMap((document, at) => (at === 0 ? [document] : [comma, document]));
  return Buffer.concat([Buffer.from(start), ...parts, Buffer.from(end)]);
}

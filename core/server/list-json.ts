const comma = Buffer.from(',');

/** Joins documents, which are JSON in UTF-8 already, to a list between two texts; does not parse them. */
export function listJson(start: string, documents: readonly Uint8Array[], end: string): Buffer {
  const parts = documents.flatMap((document, at) => (at === 0 ? [document] : [comma, document]));
  return Buffer.concat([Buffer.from(start), ...parts, Buffer.from(end)]);
}

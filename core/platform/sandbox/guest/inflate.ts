import { host } from './host';

/** Inflates data like `core/contract/inflate.ts`. In the guest's bundle, this module replaces that file. */
export async function inflate(data: Uint8Array, limit: number, take?: (chunk: Uint8Array) => void): Promise<number> {
  const unpacked = host.inflate(data.slice().buffer, Math.max(0, limit));
  if (!unpacked) return limit + 1;
  take?.(new Uint8Array(unpacked));
  return unpacked.byteLength;
}

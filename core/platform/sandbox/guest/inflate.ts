import { host } from './host';

/** Inflates data like `core/contract/inflate.ts`. This module replaces that file in the guest's bundle. */
export async function inflate(data: Uint8Array, limit: number, take?: (chunk: Uint8Array) => void): Promise<number> {
  const unpacked = host.inflate(data.slice().buffer, Math.max(0, limit));
  if (!unpacked) return limit + 1;
  take?.(new Uint8Array(unpacked));
  return unpacked.byteLength;
}

import type { CallInput, SandboxValue } from '../messages';
import { host } from './host';
import { openPage } from './lazy-node';

/** Values of a call, keyed by name. */
export type GuestValues = Readonly<Record<string, unknown>>;

/** Returns the values of a call. Each value is read when it is first used. */
export function valuesOf(kinds: CallInput['kinds']): GuestValues {
  const values = {};
  for (const [name, kind] of Object.entries(kinds)) {
    let read: { readonly value: unknown } | undefined;
    const get = () => {
      read ??= { value: readValue(name, kind) };
      return read.value;
    };
    Object.defineProperty(values, name, { get, enumerable: true });
  }
  return values;
}

function readValue(name: string, kind: SandboxValue['kind']): unknown {
  if (kind === 'none') return undefined;
  if (kind === 'dom') return openPage(name);
  if (kind === 'text') return host.value(name);
  if (kind === 'bytes') return new Uint8Array(host.bytes(name, 'body'));
  const value = JSON.parse(host.value(name));
  if (kind === 'page') Object.defineProperty(value, 'body', { get: () => new Uint8Array(host.bytes(name, 'body')) });
  return value;
}

/** Encodes the bytes of a file as base64. Returns other values unchanged. */
export function withBytes(value: unknown): unknown {
  // Returns strings unchanged, because spreading a string would create a property for each character.
  if (typeof value !== 'object' || value === null) return value;
  const { bytes, ...rest } = value as { readonly bytes?: unknown };
  if (!(bytes instanceof Uint8Array)) return value;
  return { ...rest, $bytes: host.fromBytes(bytes.slice().buffer, 'base64') };
}

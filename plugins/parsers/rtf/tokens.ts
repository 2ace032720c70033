/** A token of an RTF file. */
export type Token =
  | { readonly kind: 'open' }
  | { readonly kind: 'close' }
  | { readonly kind: 'word'; readonly name: string; readonly value: number | undefined }
  | { readonly kind: 'byte'; readonly value: number }
  | { readonly kind: 'symbol'; readonly name: string };

const [OPEN, CLOSE, BACKSLASH, CR, LF, QUOTE, SPACE, MINUS] = [0x7b, 0x7d, 0x5c, 0x0d, 0x0a, 0x27, 0x20, 0x2d];
const MAX_LETTERS = 32;

const isLetter = (byte = 0): boolean => (byte >= 0x61 && byte <= 0x7a) || (byte >= 0x41 && byte <= 0x5a);
const isDigit = (byte = 0): boolean => byte >= 0x30 && byte <= 0x39;

/** Splits an RTF file into group delimiters, control words, control symbols and text bytes. Skips binary data. */
export function* tokensOf(bytes: Uint8Array): Generator<Token> {
  let at = 0;
  while (at < bytes.length) {
    const byte = bytes[at] ?? 0;
    if (byte === OPEN || byte === CLOSE) {
      yield { kind: byte === OPEN ? 'open' : 'close' };
      at++;
    } else if (byte === BACKSLASH) {
      const [token, end] = control(bytes, at + 1);
      at = end;
      if (token.kind === 'word' && token.name === 'bin') at += Math.max(0, token.value ?? 0);
      else yield token;
    } else {
      if (byte !== CR && byte !== LF && byte !== 0) yield { kind: 'byte', value: byte };
      at++;
    }
  }
}

/** Parses the token after a backslash. Returns the token and the position after it. */
function control(bytes: Uint8Array, at: number): readonly [Token, number] {
  const byte = bytes[at] ?? SPACE;
  if (byte === QUOTE) {
    const value = Number.parseInt(String.fromCharCode(bytes[at + 1] ?? 0, bytes[at + 2] ?? 0), 16);
    return [{ kind: 'byte', value: Number.isNaN(value) ? SPACE : value }, at + 3];
  }
  if (byte === CR || byte === LF) return [{ kind: 'word', name: 'par', value: undefined }, at + 1];
  if (!isLetter(byte)) return [{ kind: 'symbol', name: String.fromCharCode(byte) }, at + 1];
  let end = at;
  while (isLetter(bytes[end]) && end - at < MAX_LETTERS) end++;
  const name = String.fromCharCode(...bytes.subarray(at, end));
  const digits = end;
  if (bytes[end] === MINUS && isDigit(bytes[end + 1])) end++;
  while (isDigit(bytes[end]) && end - digits < 12) end++;
  const value = end > digits ? Number(String.fromCharCode(...bytes.subarray(digits, end))) : undefined;
  return [{ kind: 'word', name, value }, bytes[end] === SPACE ? end + 1 : end];
}

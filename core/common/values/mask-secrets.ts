/** Replacement text for secrets. */
export const masked = '***';

/** Patterns that match secrets in text, each with its replacement. */
const rules: readonly (readonly [pattern: RegExp, left: string])[] = [
  // User name and password in a URL.
  [/\b([a-z][a-z0-9+.-]{0,30}:\/\/)[^\s/?#@"'<>]+@/gi, `$1${masked}@`],
  // Query parameters that contain a secret, such as a token.
  [
    /([?&](?:[\w-]*(?:token|secret|password|passwd|signature|api[_-]?key)|(?:[\w-]*[_-])?(?:key|sig|auth|jwt|sid|session))=)[^&#\s"'<>]+/gi,
    `$1${masked}`,
  ],
  // Secret headers, as header lines or in JSON.
  [/\b((?:proxy-)?authorization|(?:set-)?cookie|x-api-key)("?\s*[:=]\s*"?)[^"\r\n]+/gi, `$1$2${masked}`],
  [/\b(bearer|basic)\s+(?=\S*[\d=._-])[\w.~+/=-]{8,}/gi, `$1 ${masked}`],
  // Gleaner's own API keys.
  [/\bgl-[\w-]{32}(?![\w-])/g, `gl-${masked}`],
];

/** Masks secrets in a string: passwords in URLs, tokens, and the values of `Authorization` and `Cookie` headers. */
export const maskText = (text: string): string =>
  rules.reduce((left, [pattern, replacement]) => left.replace(pattern, replacement), text);

const secretHeader = /auth|cookie|token|secret|password|api-?key|signature/i;

/** Masks all strings in a value with `maskText`. Also masks the values of secret headers in `headers` objects. */
export function maskSecrets<T>(value: T): T {
  return maskValue(value, false) as T;
}

function maskValue(value: unknown, inHeaders: boolean): unknown {
  if (typeof value === 'string') return maskText(value);
  if (Array.isArray(value)) return value.map((one) => maskValue(one, inHeaders));
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).map(([name, one]) => {
    if (inHeaders && secretHeader.test(name)) return [name, masked];
    return [name, maskValue(one, name === 'headers')];
  });
  return Object.fromEntries(entries);
}

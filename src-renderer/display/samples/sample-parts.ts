/** A code sample for a request. */
export interface CodeSample {
  readonly id: 'curl' | 'javascript' | 'python' | 'npm' | 'pypi';
  readonly label: string;
  readonly code: string;
}

/** Formats a JSON value as a Python literal. JSON strings are valid in Python, which supports all their escapes. */
export function pythonLiteral(value: unknown, indent: string): string {
  if (value === null || value === undefined) return 'None';
  if (typeof value === 'boolean') return value ? 'True' : 'False';
  if (typeof value !== 'object') return JSON.stringify(value);
  const inner = `${indent}    `;
  const list = Array.isArray(value);
  const parts = list
    ? value.map((part) => `${inner}${pythonLiteral(part, inner)},`)
    : Object.entries(value).map(([key, part]) => `${inner}${JSON.stringify(key)}: ${pythonLiteral(part, inner)},`);
  const [open, close] = list ? ['[', ']'] : ['{', '}'];
  return parts.length === 0 ? open + close : `${open}\n${parts.join('\n')}\n${indent}${close}`;
}

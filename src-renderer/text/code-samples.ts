import type { ScrapeRequest } from '../api/types';

/** One way to send a request from outside. */
export interface CodeSample {
  readonly id: 'curl' | 'javascript' | 'python';
  readonly label: string;
  readonly code: string;
}

const shellQuote = (text: string): string => `'${text.replaceAll("'", `'\\''`)}'`;

/** A request for a shell. */
export const curlSample = (address: string, request: ScrapeRequest): string =>
  [
    `curl -X POST ${shellQuote(address)} \\`,
    `  -H "Authorization: Bearer $GLEANER_API_KEY" \\`,
    `  -H 'Content-Type: application/json' \\`,
    `  -d ${shellQuote(JSON.stringify(request, undefined, 2))}`,
  ].join('\n');

function javascript(baseUrl: string, request: ScrapeRequest): string {
  const body = JSON.stringify(request, undefined, 2).replaceAll('\n', '\n  ');
  return `const response = await fetch(${JSON.stringify(`${baseUrl}/v2/scrape`)}, {
  method: 'POST',
  headers: {
    Authorization: \`Bearer \${process.env.GLEANER_API_KEY}\`,
    'Content-Type': 'application/json',
  },
  body: JSON.stringify(${body}),
});
const { success, data, error } = await response.json();
if (!success) throw new Error(error);
console.log(data);`;
}

/** A JSON value as a Python literal; JSON's string escapes are Python's too. */
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

function python(baseUrl: string, request: ScrapeRequest): string {
  return `import json
import os
import urllib.request

request = urllib.request.Request(
    ${JSON.stringify(`${baseUrl}/v2/scrape`)},
    data=json.dumps(${pythonLiteral(request, '    ')}).encode(),
    headers={
        "Authorization": "Bearer " + os.environ["GLEANER_API_KEY"],
        "Content-Type": "application/json",
    },
)
with urllib.request.urlopen(request) as response:
    print(json.load(response)["data"])`;
}

/** The same request for a shell, for JavaScript and for Python; each reads the key from `GLEANER_API_KEY`. */
export function codeSamples(baseUrl: string, request: ScrapeRequest): readonly CodeSample[] {
  return [
    { id: 'curl', label: 'curl', code: curlSample(`${baseUrl}/v2/scrape`, request) },
    { id: 'javascript', label: 'JavaScript', code: javascript(baseUrl, request) },
    { id: 'python', label: 'Python', code: python(baseUrl, request) },
  ];
}

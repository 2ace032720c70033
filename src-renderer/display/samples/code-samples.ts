import type { ScrapeRequest } from '../../api/types';
import { type CodeSample, pythonLiteral } from './sample-parts';
import { sdkSamples } from './sdk-samples';

/** An API request to show as code samples. */
export interface SampleRequest {
  readonly baseUrl: string;
  readonly method: string;
  /** Path with parameters written as `{name}`. */
  readonly path: string;
  readonly body?: unknown;
}

const shellQuote = (text: string): string => `'${text.replaceAll("'", `'\\''`)}'`;

/** Returns the request as a shell command. */
export const curlSample = (address: string, body: unknown, method = 'POST'): string =>
  [
    `curl -X ${method} ${shellQuote(address)}`,
    `  -H "Authorization: Bearer $GLEANER_API_KEY"`,
    ...(body === undefined
      ? []
      : [
          `  -H 'Content-Type: application/json'`,
          `  -d ${shellQuote(JSON.stringify(body, undefined, 2).replaceAll('\n', '\n  '))}`,
        ]),
  ].join(' \\\n');

function javascript(address: string, method: string, body: unknown): string {
  const text = JSON.stringify(body, undefined, 2)?.replaceAll('\n', '\n  ');
  const type = text === undefined ? '' : `\n    'Content-Type': 'application/json',`;
  return `const response = await fetch(${JSON.stringify(address)}, {
  method: '${method}',
  headers: {
    Authorization: \`Bearer \${process.env.GLEANER_API_KEY}\`,${type}
  },${text === undefined ? '' : `\n  body: JSON.stringify(${text}),`}
});
const answer = await response.json();
if (!response.ok) throw new Error(answer.error);
console.log(answer);`;
}

function python(address: string, method: string, body: unknown): string {
  const data = body === undefined ? '' : `\n    data=json.dumps(${pythonLiteral(body, '    ')}).encode(),`;
  const type = body === undefined ? '' : `\n        "Content-Type": "application/json",`;
  return `import json
import os
import urllib.request

request = urllib.request.Request(
    ${JSON.stringify(address)},
    method="${method}",${data}
    headers={
        "Authorization": "Bearer " + os.environ["GLEANER_API_KEY"],${type}
    },
)
with urllib.request.urlopen(request) as response:
    print(json.load(response))`;
}

/**
 * Returns the request as shell, JavaScript and Python code, and as code for each client library that supports the
 * route. All samples read the key from `GLEANER_API_KEY`.
 */
export function requestSamples({ baseUrl, method, path, body }: SampleRequest): readonly CodeSample[] {
  const address = baseUrl + path.replace(/\{(\w+)\}/g, (_, name: string) => name.toUpperCase());
  const isKnown = method === 'POST' && body !== null && typeof body === 'object';
  return [
    { id: 'curl', label: 'curl', code: curlSample(address, body, method) },
    { id: 'javascript', label: 'JavaScript', code: javascript(address, method, body) },
    { id: 'python', label: 'Python', code: python(address, method, body) },
    ...(isKnown ? sdkSamples(baseUrl, path, body as Readonly<Record<string, unknown>>) : []),
  ];
}

/** Returns the code samples for a scrape. */
export const codeSamples = (baseUrl: string, body: ScrapeRequest): readonly CodeSample[] =>
  requestSamples({ baseUrl, method: 'POST', path: '/v2/scrape', body });

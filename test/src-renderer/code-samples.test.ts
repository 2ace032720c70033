import { describe, expect, it } from 'vitest';
import { curlSample } from '../../src-renderer/display/samples/code-samples';

describe('the shell command of a request', () => {
  it('indents the body below its option, and continues only lines that end with a backslash', () => {
    const body = { url: 'https://a.example/', formats: ['links'] };
    const code = curlSample('http://127.0.0.1:3002/v2/scrape', body);
    expect(code.split('\n')).toEqual([
      `curl -X POST 'http://127.0.0.1:3002/v2/scrape' \\`,
      `  -H "Authorization: Bearer $GLEANER_API_KEY" \\`,
      `  -H 'Content-Type: application/json' \\`,
      `  -d '{`,
      `    "url": "https://a.example/",`,
      `    "formats": [`,
      `      "links"`,
      `    ]`,
      `  }'`,
    ]);
  });
});

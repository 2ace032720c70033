import { execFile, spawnSync } from 'node:child_process';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ImageRoot } from './image/image-root';

const dockerfile = 'resources/fleet/Dockerfile';
const noDebootstrap = process.getuid?.() !== 0 || spawnSync('debootstrap', ['--version']).status !== 0;

/** Disabled linter rules: style rules on order and quoting, and two rules that an image built by Compose violates. */
const rulesOfStyle = [
  ...['service-keys-order', 'services-alphabetical-order', 'top-level-properties-order', 'no-quotes-in-volumes'],
  ...['require-quotes-in-ports', 'no-build-and-image', 'service-image-require-explicit-tag'],
];

/** Runs a linter from the npm registry. Rejects if the linter finds a fault. */
const lint = async (program: string, ...args: readonly string[]) => {
  const { stdout } = await promisify(execFile)('npm', ['exec', '--yes', '--', program, ...args]);
  return stdout.trim();
};

describe('the files of the image', () => {
  it('pass a linter', async () => {
    expect(await lint('dockerfile-utils@0.16.3', 'lint', dockerfile)).toBe('');
  });

  it('match the schema of compose files', async () => {
    const files = ['resources/fleet/compose.yaml', 'resources/fleet/compose.single.yaml'];
    expect(await lint('dclint@3.1.0', ...files, '--disable-rule', ...rulesOfStyle)).toBe('');
  });
});

/** Script that serves a page, scrapes it with the engine of the Docker image, takes a screenshot, and prints the result. */
const scrapePage = `
  import { createServer } from 'node:http';
  const site = createServer((request, response) => response.end('<title>Tea</title><h1>Green tea</h1>')).listen(8000);
  const headers = { authorization: 'Bearer ' + process.env.GLEANER_API_KEY, 'content-type': 'application/json' };
  const body = JSON.stringify({ url: 'http://127.0.0.1:8000/', formats: ['markdown', 'screenshot'] });
  const response = await fetch('http://127.0.0.1:3002/v2/scrape', { method: 'POST', headers, body });
  const { data } = await response.json();
  const picture = await fetch(data.screenshot, { headers });
  console.log(JSON.stringify({
    status: response.status,
    markdown: data.markdown,
    picture: picture.headers.get('content-type'),
    user: process.getuid(),
  }));
  site.close();
`;

describe.skipIf(noDebootstrap)('the image', () => {
  let image: ImageRoot;
  beforeAll(async () => {
    image = await ImageRoot.build(dockerfile);
  }, 900_000);
  afterAll(() => image?.delete());

  it('scrapes with its Chromium as a user without privileges, on a read-only root', async () => {
    const key = 'gl-0123456789abcdef0123456789abcdef';
    const output = await image.try(scrapePage, { GLEANER_API_KEY: key, GLEANER_ALLOW_PRIVATE_NETWORK: '1' });
    expect(JSON.parse(output)).toEqual({
      status: 200,
      markdown: expect.stringContaining('# Green tea'),
      picture: 'image/png',
      user: 1000,
    });
  });
});

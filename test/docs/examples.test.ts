import { spawn } from 'node:child_process';
import { mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startTestEngine, type TestEngine } from '../support/engine';
import { type CodeBlock, codeBlocks, pageText } from './pages';

/**
 * Pages whose examples use only the demo site, the part of their output to expect, and commands to run before the block
 * that contains a text.
 */
const examples: Readonly<
  Record<string, { readonly shown: readonly string[]; readonly before?: readonly [string, string] }>
> = {
  'README.md': {
    shown: ['# River Pearl', '20 pages written to site/.', '"price": 2.8', '"success":true', 'completed'],
  },
  'docs/users/getting-started.md': { shown: ['# Saving tomato seed', '20 pages written to site/.'] },
  'docs/users/how-to/article-to-markdown.md': { shown: ['# River Pearl'] },
  'docs/users/how-to/feed-an-ai-agent.md': { shown: ['"jsonrpc":"2.0"', '/shop/'] },
  'docs/users/how-to/listing-to-spreadsheet.md': { shown: ['seeds.csv', 'seeds.xlsx'] },
  'docs/users/how-to/move-from-firecrawl.md': { shown: ['completed', '# River Pearl'] },
  'docs/users/how-to/site-to-folder.md': { shown: ['20 pages written to site/.', 'tomato'] },
  'docs/users/how-to/watch-a-price.md': {
    shown: ['It runs on schedule', '"against": 1'],
    before: ['saved changes', 'npx gleaner run pearl-price'],
  },
  'docs/users/recipes.md': {
    shown: ['"success":true', 'First Bell', '"name": "products"'],
    before: ['"type": "recipe"', 'npx gleaner recipes save seeds.json'],
  },
};

/**
 * Replaces the programs in a script: `npx` runs the built programs of this working copy, and `curl` fails on an error
 * status and waits for the table job that it starts, whose ID becomes `$ID`.
 */
const prelude = `set -euo pipefail
npx() { local name=$1; shift; if [ "$name" = gleaner ]; then "$NODE" "$ROOT/out/main/cli.js" "$@"; else "$NODE" "$ROOT/node_modules/.bin/$name" "$@"; fi; }
curl() {
  command curl --silent --show-error --fail-with-body "$@" | tee answer.json
  case "$*" in */v2/table*)
    ID=$("$NODE" -p 'JSON.parse(fs.readFileSync("answer.json", "utf8")).id')
    until npx gleaner jobs status "$ID" | grep -q completed; do sleep 0.2; done ;;
  esac
}
`;

/** True for a block that can run here: it needs neither an installation nor a value that only the reader knows. */
const isRun = ({ language, text }: CodeBlock): boolean =>
  (language === 'sh' && !/^npm /m.test(text)) || (language === 'js' && text.includes("from 'firecrawl'"));

let engine: TestEngine;
let demo = '';
beforeAll(async () => {
  engine = await startTestEngine();
  demo = (await engine.call('POST', '/local/demo-site')).body.url.replace(/\/$/, '');
});
afterAll(() => engine.stop());

/** Returns the script that runs the blocks of a page in order. Saves each JavaScript block as a module and runs it. */
function scriptOf(file: string): string {
  const parts = codeBlocks.filter((block) => block.file === file && isRun(block));
  const [marker = '', command = ''] = examples[file]?.before ?? [];
  const lines = parts.map(({ language, text }, at) => {
    const local = text.replaceAll('http://127.0.0.1:3002', engine.url).replace(/^export DEMO=.*$/m, '');
    const run = language === 'js' ? `cat > ${at}.mjs <<'END'\n${local}\nEND\n"$NODE" ${at}.mjs` : local;
    return marker && text.includes(marker) ? `${command}\n${run}` : run;
  });
  return `${prelude}${lines.join('\n')}\n`;
}

/** Writes the JSON blocks that the pages ask the reader to save, e.g. as `seeds.json`. */
async function saveFiles(folder: string): Promise<void> {
  const text = Object.keys(examples).map(pageText).join('\n');
  const saved = /[Ss]ave this as `([\w.]+\.json)`:\s+```json\n([\s\S]*?)```/g;
  for (const [, name = '', json = ''] of text.matchAll(saved)) await writeFile(join(folder, name), json);
}

function run(script: string, cwd: string): Promise<{ readonly code: number | null; readonly output: string }> {
  return new Promise((end) => {
    const env = { ...process.env, NODE: process.execPath, ROOT: resolve('.'), DEMO: demo };
    const child = spawn('bash', ['-c', script], {
      cwd,
      env: { ...env, GLEANER_DATA_DIR: engine.dataDir, GLEANER_API_KEY: engine.key },
    });
    let output = '';
    for (const stream of [child.stdout, child.stderr])
      stream.on('data', (piece) => {
        output += piece;
      });
    child.on('close', (code) => end({ code, output }));
  });
}

it.each(Object.entries(examples))(
  'the examples in %s run on the demo site',
  async (file, { shown }) => {
    const folder = await mkdtemp(join(tmpdir(), 'gleaner-examples-'));
    await symlink(resolve('node_modules'), join(folder, 'node_modules'));
    await saveFiles(folder);
    const { code, output } = await run(scriptOf(file), folder);
    expect(output).not.toMatch(/error:/i);
    expect(code, output).toBe(0);
    for (const text of shown) expect(output).toContain(text);
    await rm(folder, { recursive: true, force: true });
  },
  120_000,
);

import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from './gleaner-test';

const run = promisify(execFile);
const languages = [
  { name: 'curl', program: 'sh', file: 'call.sh', answer: /"markdown":\s*"# It's O'Brien/ },
  { name: 'JavaScript', program: process.execPath, file: 'call.mjs', answer: /markdown: .*# It's O'Brien/s },
  { name: 'Python', program: 'python3', file: 'call.py', answer: /'markdown': .*# It's O'Brien/s },
] as const;

for (const { name, program, file, answer } of languages) {
  test(`the code for ${name} starts the same request`, async ({ gleaner, engine, site, page, context }) => {
    test.skip(!(await has(program)), `${program} is not installed`);
    site.put(
      '/quote',
      `<title>Q</title><main><h1>It's O'Brien</h1><p>${'Text enough for a page. '.repeat(9)}</p></main>`,
    );
    await context.grantPermissions(['clipboard-read', 'clipboard-write'], { origin: engine.url });
    await gleaner.address.fill(`${site.url}/quote?it's="a"&b=$HOME`);
    await gleaner.toggleFormat('Links');
    await gleaner.unfold('Content');
    await page.getByRole('switch', { name: 'Only main content' }).click();
    await page.getByRole('button', { name: 'Code' }).click();
    await page.getByRole('tab', { name, exact: true }).click();
    await page.getByRole('button', { name: `Copy as ${name}` }).click();
    await expect(page.getByText('Copied')).toBeVisible();
    const code = await page.evaluate(() => navigator.clipboard.readText());
    expect(code).not.toContain('waitFor');
    const folder = await mkdtemp(join(tmpdir(), 'gleaner-code-'));
    try {
      await writeFile(join(folder, file), code);
      const { stdout } = await run(program, [join(folder, file)], {
        env: { ...process.env, GLEANER_API_KEY: engine.key },
      });
      expect(stdout).toMatch(answer);
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  });
}

test('on a phone, the lines of code are not broken and can be scrolled', async ({ gleaner, page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await gleaner.address.fill(`https://a.example/${'long/'.repeat(20)}`);
  await page.getByRole('button', { name: 'Code' }).click();
  const code = page.getByLabel('curl code');
  await expect(code).toContainText('-d');
  const lines = await code.evaluate((pre) => {
    const { lineHeight, paddingTop, paddingBottom } = getComputedStyle(pre);
    return (pre.clientHeight - parseFloat(paddingTop) - parseFloat(paddingBottom)) / parseFloat(lineHeight);
  });
  expect(Math.round(lines)).toBe((await code.innerText()).trimEnd().split('\n').length);
  const panel = page.getByRole('dialog').getByRole('tabpanel');
  expect(await panel.evaluate((box) => box.scrollWidth > box.clientWidth)).toBe(true);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
});

function has(program: string): Promise<boolean> {
  return run(program, program === 'sh' ? ['-c', 'command -v curl'] : ['--version']).then(
    () => true,
    () => false,
  );
}

import { describe, expect, it } from 'vitest';
import notebook from '../../plugins/parsers/notebook';
import { markdownOf, parseFile } from './parse-file';

const file = (cells: readonly object[]) =>
  JSON.stringify({ cells, metadata: { kernelspec: { language: 'python', name: 'python3' } }, nbformat: 4 });

describe('notebook', () => {
  it('converts text, fenced code and outputs', async () => {
    const cells = [
      { cell_type: 'markdown', source: ['# Wheel study\n', '\n', 'Some *text*.'] },
      { cell_type: 'code', source: 'print(6 * 7)', outputs: [{ output_type: 'stream', text: ['42\n'] }] },
      {
        cell_type: 'code',
        source: ['1 / 0'],
        outputs: [{ output_type: 'error', ename: 'ZeroDivisionError', evalue: 'by zero' }],
      },
      { cell_type: 'code', source: 'x', outputs: [{ output_type: 'execute_result', data: { 'text/plain': ['7'] } }] },
      { cell_type: 'raw', source: '' },
    ];
    expect(await markdownOf(notebook, file(cells))).toBe(
      '# Wheel study\n\nSome *text*.\n\n```python\nprint(6 * 7)\n```\n\n```text\n42\n```\n\n```python\n1 / 0\n```\n\n```text\nZeroDivisionError: by zero\n```\n\n```python\nx\n```\n\n```text\n7\n```',
    );
  });

  it('warns how many images are missing', async () => {
    const cells = [
      { cell_type: 'code', source: 'plot()', outputs: [{ data: { 'image/png': 'iVBO', 'text/plain': '<Figure>' } }] },
    ];
    expect((await parseFile(notebook, file(cells))).warnings).toEqual([
      "Images drawn by the notebook's code are missing (1).",
    ]);
  });

  it('rejects a file that is not a notebook', async () => {
    for (const text of ['{"a":1}', 'not json', ''])
      await expect(parseFile(notebook, text)).rejects.toMatchObject({ code: 'SCRAPE_DOCUMENT_BROKEN' });
  });
});

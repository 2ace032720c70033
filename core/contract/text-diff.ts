import { createTwoFilesPatch, structuredPatch } from 'diff';

/** A line in a diff, in the form that diff viewers expect. */
interface LineChange {
  readonly type: 'add' | 'del' | 'normal';
  readonly content: string;
  readonly [position: string]: unknown;
}

/**
 * Returns a comparison key for Markdown: the number of occurrences of each character, ignoring white space and embedded
 * frames. Texts that differ only in the order of characters have the same key.
 */
export function comparable(markdown: string): string {
  const text = markdown
    .replace(/\[[^[\]]*\]\(([^)[]*)\)/g, (link, target: string) => (/iframe|embed/i.test(target) ? '' : link))
    .replace(/\s+/g, '');
  const counts = new Map<string, number>();
  for (const character of text) counts.set(character, (counts.get(character) ?? 0) + 1);
  return JSON.stringify([...counts].sort(([a], [b]) => (a < b ? -1 : 1)));
}

/** Returns the difference between two strings, as a unified diff and in parsed form. */
export function diffText(before: string, after: string) {
  const text = createTwoFilesPatch('previous', 'current', before, after, '', '', { context: 3 });
  const { hunks } = structuredPatch('previous', 'current', before, after, '', '', { context: 3 });
  const chunks = hunks.map(({ oldStart, oldLines, newStart, newLines, lines }) => ({
    content: `@@ -${oldStart},${oldLines} +${newStart},${newLines} @@`,
    changes: numberLines(lines, oldStart, newStart),
    oldStart,
    oldLines,
    newStart,
    newLines,
  }));
  return { text, json: { files: [{ from: 'previous', to: 'current', chunks }] } };
}

/** Adds a type and line numbers to each line in a hunk. */
function numberLines(lines: readonly string[], oldStart: number, newStart: number): LineChange[] {
  let [before, after] = [oldStart, newStart];
  return lines
    .filter((line) => !line.startsWith('\\'))
    .map((content): LineChange => {
      if (content.startsWith('+')) return { type: 'add', add: true, ln: after++, content };
      if (content.startsWith('-')) return { type: 'del', del: true, ln: before++, content };
      return { type: 'normal', normal: true, ln1: before++, ln2: after++, content };
    });
}

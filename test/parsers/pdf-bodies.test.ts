import { expect, it } from 'vitest';
import { pdf } from '../../plugins/parsers/pdf';
import { makeReport, type Report } from './make-report';
import { markdownOf } from './parse-file';

/** Removes `<br>` tags and all characters except letters and digits. */
const bare = (text: string): string => text.replace(/<br>/g, '').replace(/[^\p{L}\p{N}]/gu, '');

/** Returns the first body line that is missing or out of order in the text. */
function firstLost({ body }: Report, text: string): string | undefined {
  let at = 0;
  return body.find((line) => {
    const found = text.indexOf(bare(line), at);
    at = found + bare(line).length;
    return found < 0;
  });
}

const groups = Array.from({ length: 20 }, (_, group) => Array.from({ length: 10 }, (_, at) => group * 10 + at + 1));

it.each(groups)(
  'every line of a PDF appears in reading order, running heads are dropped (reports %i to …)',
  async (...seeds) => {
    for (const seed of seeds) {
      const report = await makeReport(seed);
      const text = bare(await markdownOf(pdf, report.bytes));
      expect({ seed, lost: firstLost(report, text) }).toEqual({ seed, lost: undefined });
      const hasHead = report.head !== undefined && text.includes(bare(report.head));
      if (report.pages >= 3) expect({ seed, hasHead }).toEqual({ seed, hasHead: false });
    }
  },
);

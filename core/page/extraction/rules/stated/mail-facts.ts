import { isPerson } from '../find/bylines';
import { excerptOf, type Sighting } from '../find/sighting';
import type { Evidence } from '../page/evidence';
import type { Line } from '../page/view';

/** A date in the format of mail archives, e.g. `Wed Mar 7 21:44:02 CET 2018`. */
const SENT =
  /^(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun),?\s(Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec)\s(\d{1,2})\s\d\d:\d\d:\d\d(?:\s[A-Z]{2,5}|\s[+-]\d{4})?\s(\d{4})$/;
const linesBelow = 5;

/** Returns the index of the line with the date of an archived message. The sender is above this line. */
const lineOfDate = ({ view }: Evidence): number =>
  view.lines.findIndex(({ text }, at) => at > view.headlineAt && at <= view.headlineAt + linesBelow && SENT.test(text));

/** Returns the day on which an archived message was sent. */
export function daysOfMessage(evidence: Evidence): readonly Sighting[] {
  const line = evidence.view.lines[evidence.once(lineOfDate)];
  const [, month, day, year] = SENT.exec(line?.text ?? '') ?? [];
  if (!line || day === undefined) return [];
  return [
    { raw: `${day} ${month} ${year}`, weight: 0.7, kind: 'label', node: line.node, excerpt: excerptOf(line.text) },
  ];
}

/** Returns the sender of an archived message: the name between the headline and the date. */
export function sendersOfMessage(evidence: Evidence): readonly Sighting[] {
  const { view } = evidence;
  return view.lines
    .slice(view.headlineAt + 1, Math.max(0, evidence.once(lineOfDate)))
    .flatMap((line): readonly Sighting[] => {
      const name = firstText(line);
      return isPerson(name)
        ? [{ raw: name, weight: 0.7, kind: 'label', node: line.node, excerpt: excerptOf(line.text) }]
        : [];
    });
}

const firstText = ({ segments }: Line): string => segments.find(({ text }) => text.trim() !== '')?.text.trim() ?? '';

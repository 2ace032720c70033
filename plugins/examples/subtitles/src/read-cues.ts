/** A subtitle and the time during which it is shown. */
export interface Cue {
  /** Start and end, in seconds. */
  readonly start: number;
  readonly end: number;
  readonly speaker?: string;
  readonly text: string;
}

const timing = /^((?:\d+:)?\d{1,2}:\d{2}[.,]\d{1,3})\s+-->\s+((?:\d+:)?\d{1,2}:\d{2}[.,]\d{1,3})/;

/** Returns the cues of a SubRip or WebVTT file. Skips blocks without a time, such as notes and styles. */
export function readCues(file: string): readonly Cue[] {
  return file.split(/\r?\n(?:[ \t]*\r?\n)+/).flatMap((block) => {
    const lines = block.trim().split(/\r?\n/);
    const at = lines.findIndex((line) => timing.test(line));
    const [, start = '', end = ''] = timing.exec(lines[at] ?? '') ?? [];
    if (at < 0 || at > 1) return [];
    const said = lines.slice(at + 1).join(' ');
    const speaker = /^<v(?:\.[^\s>]*)?\s([^>]+)>/.exec(said.trim())?.[1]?.trim();
    const text = plainText(said);
    return text === '' ? [] : [{ start: secondsOf(start), end: secondsOf(end), speaker, text }];
  });
}

/** Removes tags such as `<i>` and `<00:00:01.000>`, and positions such as `{\an8}`. */
const plainText = (said: string): string =>
  said
    .replaceAll(/<[^<>]*>|\{\\[^{}]*\}/g, '')
    .replaceAll('&nbsp;', ' ')
    .replaceAll(/&(?:lrm|rlm);/g, '')
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&amp;', '&')
    .replaceAll(/\s+/g, ' ')
    .trim();

function secondsOf(time: string): number {
  const [seconds = 0, minutes = 0, hours = 0] = time.replace(',', '.').split(':').map(Number).reverse();
  return hours * 3600 + minutes * 60 + seconds;
}

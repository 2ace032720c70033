import { decodePlainText, defineParser, escapeHtml, type Metadata, z } from '@gleaner/plugin';
import { type Cue, readCues } from './read-cues.ts';

/** Minimum pause that ends a paragraph, in seconds. */
const pause = 3;
/** Length in characters beyond which a paragraph ends after the current sentence. */
const longParagraph = 400;

/** `subtitles`: the spoken text of SubRip and WebVTT files as paragraphs. */
export default defineParser({
  id: 'subtitles',
  summary: 'Reads the spoken text of SubRip and WebVTT subtitles.',
  mediaTypes: ['text/vtt', 'application/x-subrip', 'text/x-subrip'],
  extensions: ['.srt', '.vtt'],
  options: z.object({
    timestamps: z.boolean().default(false).describe('Start each paragraph with its timestamp.'),
  }),
  async parse(bytes, { charset, options: { timestamps } }) {
    const file = decodePlainText(bytes, charset).text.replace(/^\uFEFF/, '');
    const cues = readCues(file);
    const title = /^WEBVTT[ \t]+(?:-[ \t]*)?(\S.*)/.exec(file)?.[1]?.trim();
    const metadata: Metadata = title ? { title } : {};
    const heading = title ? [`<h1>${escapeHtml(title)}</h1>`] : [];
    const paragraphs = paragraphsOf(cues).map((paragraph) => html(paragraph, timestamps));
    const warnings = cues.length > 0 ? [] : ['The file contains no subtitles.'];
    return { html: [...heading, ...paragraphs].join('\n'), metadata, warnings };
  },
});

/**
 * Groups cues into paragraphs by speaker, pauses and length. Skips a cue that repeats the previous cue. If a cue
 * extends the previous cue, adds only the new words.
 */
function paragraphsOf(cues: readonly Cue[]): readonly Cue[] {
  const paragraphs: Cue[] = [];
  let before: Cue | undefined;
  for (const cue of cues) {
    const repeated = before && cue.text.startsWith(before.text) ? before.text.length : 0;
    const text = cue.text.slice(repeated).trim();
    const last = paragraphs.at(-1);
    const isNew =
      !last ||
      (cue.speaker ?? last.speaker) !== last.speaker ||
      cue.start - last.end > pause ||
      (last.text.length > longParagraph && /[.!?…。！？]["'”’»)]*$/.test(last.text));
    if (isNew) paragraphs.push({ ...cue, text });
    else if (last) paragraphs[paragraphs.length - 1] = { ...last, end: cue.end, text: `${last.text} ${text}`.trim() };
    before = cue;
  }
  return paragraphs.filter(({ text }) => text !== '');
}

function html({ start, speaker, text }: Cue, timestamps: boolean): string {
  const clock = [start / 3600, (start / 60) % 60, start % 60].map((part) => String(Math.floor(part)).padStart(2, '0'));
  const time = timestamps ? `[${clock.join(':')}] ` : '';
  const name = speaker ? `<strong>${escapeHtml(speaker)}:</strong> ` : '';
  return `<p>${time}${name}${escapeHtml(text)}</p>`;
}

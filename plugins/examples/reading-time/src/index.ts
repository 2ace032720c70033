import { defineFormat, z } from '@gleaner/plugin';

/** Matches the URLs of links and images in Markdown. These URLs do not count as words. */
const targets = /\]\([^()\s]*\)/g;
const word = /[\p{L}\p{N}]+(?:['’][\p{L}\p{N}]+)*/gu;
/** Matches characters of scripts without spaces between words. Each character counts as a word. */
const characters = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/gu;
const charactersPerMinute = 400;

/** `readingTime`: number of words in the content, and the minutes it takes to read them. */
export default defineFormat({
  id: 'readingTime',
  summary: 'The number of words in the content, and the reading time in minutes.',
  needs: ['markdown'],
  options: z.object({
    wordsPerMinute: z.int().min(50).max(1000).default(230).describe('Reading speed in words per minute.'),
  }),
  derive({ markdown }, { options: { wordsPerMinute } }) {
    const text = String(markdown).replaceAll(targets, ']');
    const signs = text.match(characters)?.length ?? 0;
    const words = text.replaceAll(characters, ' ').match(word)?.length ?? 0;
    return { words: words + signs, minutes: Math.ceil(words / wordsPerMinute + signs / charactersPerMinute) };
  },
});

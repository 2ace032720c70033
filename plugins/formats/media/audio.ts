import { defineFormat } from '../../../core/contract/plugin';
import { findMedia } from './find-media';

/** `audio`: the URL of the page's main audio file or stream. */
export const audio = defineFormat({
  id: 'audio',
  summary: 'The URL of the audio that the page itself plays or links to.',
  needs: ['dom', 'markup'],
  versions: ['v2'],
  derive({ dom, markup }, { url, warn }) {
    const [first, ...others] = findMedia('audio', { dom, markup, url });
    if (first === undefined) warn('The page has no audio file or stream of its own, so `audio` is absent.');
    else if (others.length > 0)
      warn(`The page has ${others.length + 1} audio files or streams; \`audio\` contains the first.`);
    return first;
  },
});

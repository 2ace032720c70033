import { defineFormat } from '../../../core/contract/plugin';
import { findMedia } from './find-media';

/** `video`: the URL of the page's main video file or stream. */
export const video = defineFormat({
  id: 'video',
  summary: 'The URL of the video that the page itself plays or links to.',
  needs: ['dom', 'markup'],
  versions: ['v2'],
  derive({ dom, markup }, { url, warn }) {
    const [first, ...others] = findMedia('video', { dom, markup, url });
    if (first === undefined) warn('The page has no video file or stream of its own, so `video` is absent.');
    else if (others.length > 0)
      warn(`The page has ${others.length + 1} video files or streams; \`video\` contains the first.`);
    return first;
  },
});

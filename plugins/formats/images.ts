import { getElementsByTagName } from 'domutils';
import { defineFormat } from '../../core/contract/plugin';

/** `images`: URLs of all images in the content, in page order, without duplicates. */
export default defineFormat({
  id: 'images',
  summary: 'The URL of every image in the content, in page order, without duplicates.',
  needs: ['content'],
  ofFile: () => [],
  versions: ['v2'],
  derive({ content }) {
    const images = new Set<string>();
    for (const image of getElementsByTagName('img', content)) {
      const src = image.attribs.src?.trim();
      if (src && /^https?:/i.test(src)) images.add(src);
    }
    return [...images];
  },
});

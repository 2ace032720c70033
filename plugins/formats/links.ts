import { getElementsByTagName } from 'domutils';
import { defineFormat } from '../../core/contract/plugin';

const LINKS = new Set(['a', 'area']);

/** `links`: absolute URLs of all links in the content, in page order, without duplicates. */
export default defineFormat({
  id: 'links',
  summary: 'The URL of every link in the content, in page order, without duplicates.',
  needs: ['content'],
  ofFile: () => [],
  derive({ content }) {
    const links = new Set<string>();
    for (const anchor of getElementsByTagName((name) => LINKS.has(name), content)) {
      const href = anchor.attribs.href?.trim();
      if (href && /^(?:https?:|mailto:)/i.test(href)) links.add(href);
    }
    return [...links];
  },
});

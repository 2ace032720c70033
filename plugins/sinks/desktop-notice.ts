import { defineSink, z } from '../../core/contract/plugin';

const sentences: Readonly<Record<string, string>> = {
  started: 'has started',
  page: 'has a new page',
  completed: 'is complete',
  failed: 'has failed',
  cancelled: 'was cancelled',
};
const kinds: Readonly<Record<string, string>> = {
  crawl: 'The crawl',
  batch_scrape: 'The batch',
  extract: 'The extraction',
  agent: 'The agent',
};

/** `desktop-notice`: shows a desktop notification with a title and one line of text. */
export default defineSink({
  id: 'desktop-notice',
  summary: 'Shows a notification on the desktop.',
  config: z.object({
    title: z.string().min(1).max(80).default('Gleaner').describe('First line of the notification.'),
  }),
  create: ({ title }, { notify }) => ({
    async deliver({ type, url, hasNoResults }) {
      const [kind = '', event = ''] = type.split('.');
      const site = url && URL.canParse(url) ? ` of ${new URL(url).host}` : '';
      const what = hasNoResults ? 'has finished without results' : (sentences[event] ?? 'continues');
      await notify({ title, body: `${kinds[kind] ?? 'A job'}${site} ${what}.` });
      return { result: 'delivered' };
    },
  }),
});

import type { JobRequest } from '../api/job-types';
import { t } from '../texts/i18n';

/** A predefined job that runs on the demo site. */
export interface DemoJob {
  readonly title: string;
  /** Description of the result and its cost. */
  readonly about: string;
  readonly path: string;
  /** Returns the request for the given URL of the demo site. */
  readonly request: (site: string) => JobRequest;
}

const seedFields = [
  { name: 'name', type: 'text', sources: [{ selector: 'h2' }], required: true },
  { name: 'kind', type: 'text', sources: [{ selector: '.meta' }] },
  { name: 'price', type: 'price', sources: [{ selector: '.price' }] },
  { name: 'stock', type: 'text', sources: [{ selector: '.stock' }] },
  { name: 'url', type: 'link', sources: [{ selector: 'h2 a' }], key: true },
];

const seedSchema = {
  type: 'object',
  properties: { name: { type: 'string' }, price: { type: 'number' }, description: { type: 'string' } },
};

/** Returns the predefined jobs that run on the demo site. */
export const demoJobs = (): readonly DemoJob[] => [
  {
    title: t('newJob.demoCrawl'),
    about: t('newJob.demoCrawlFacts'),
    path: '/v2/crawl',
    request: (url) => ({ url }),
  },
  {
    title: t('newJob.demoTable'),
    about: t('newJob.demoTableFacts'),
    path: '/v2/table',
    request: (site) => ({
      url: `${site}shop/index.html`,
      recipe: {
        version: 1,
        name: 'seeds',
        pages: [`${site}shop/*`],
        records: { selector: 'li.product' },
        fields: seedFields,
        next: 'a[rel=next]',
      },
    }),
  },
  {
    title: t('newJob.demoBatch'),
    about: t('newJob.demoBatchFacts'),
    path: '/v2/batch/scrape',
    request: (site) => ({
      urls: ['amber-lantern', 'black-heron', 'river-pearl'].map((name) => `${site}shop/${name}.html`),
      formats: ['markdown', 'links'],
    }),
  },
  {
    title: t('newJob.demoExtract'),
    about: t('newJob.demoExtractFacts'),
    path: '/v2/extract',
    request: (site) => ({ urls: [`${site}shop/amber-lantern.html`], schema: seedSchema, withoutModel: true }),
  },
];

import { catalogues } from './catalogues';
import { classifieds } from './classifieds';
import { jobsAndForums } from './jobs-and-forums';
import { newsAndEvents } from './news-and-events';
import { shops } from './shops';
import type { ImitatedSite } from './site-kit';
import { threads } from './threads';

/** Pages that imitate the markup of well-known kinds of sites. */
export const imitatedSites: readonly ImitatedSite[] = [
  ...shops,
  ...classifieds,
  ...jobsAndForums,
  ...threads,
  ...newsAndEvents,
  ...catalogues,
];

import type { ResultPage } from '../../core/common/model';

/** How a page of a made-up result came. */
export const resultPage = (finalUrl: string, facts: Partial<ResultPage> = {}): ResultPage => ({
  finalUrl,
  statusCode: 200,
  title: '',
  cached: false,
  rendered: false,
  proxyUsed: 'basic',
  pagesRead: 1,
  ...facts,
});

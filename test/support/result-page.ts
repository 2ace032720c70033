import type { ResultPage } from '../../core/common/model';

/** Returns the page information for a result. `facts` replaces default values. */
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

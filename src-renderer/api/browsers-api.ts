import type { browsersAnswer, browserTestReport } from '../../core/common/api/workspace-answers';
import { call } from './client';

/** API calls for browsers. */
export const browsersApi = {
  list: () => call<typeof browsersAnswer>('GET', '/local/browsers'),
  test: (path: string) => call<typeof browserTestReport>('POST', '/local/browsers/test', { body: { path } }),
};

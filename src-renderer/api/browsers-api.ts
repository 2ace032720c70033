import type { PluginTestReport } from '../../core/common/plugin-test';
import { call } from './client';

/** A browser of the machine. */
interface BrowserItem {
  readonly path: string;
  readonly kind: 'shell' | 'full';
  /** True for the one that renders pages. */
  readonly isUsed: boolean;
}

/** Every call about browsers; one line each. */
export const browsersApi = {
  list: () => call<{ items: readonly BrowserItem[] }>('GET', '/local/browsers'),
  test: (path: string) =>
    call<PluginTestReport & { version?: string }>('POST', '/local/browsers/test', { body: { path } }),
};

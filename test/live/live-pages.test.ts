import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { ScrapeSpec } from '../../core/common/model';
import { createHooks } from '../../core/contract/hooks';
import { LivePages } from '../../core/live/live-pages';
import type { LiveTab } from '../../core/net/engines/live-tab';
import type { Planner } from '../../core/pipeline/tasks/plan-task';

/** Creates a browser whose tabs stay empty. `open` counts the open tabs. */
function browserOf() {
  const browser = {
    open: 0,
    openTab: async (): Promise<LiveTab> => {
      browser.open++;
      const nothing = async () => undefined;
      return {
        ...{ width: 1280, resize: nothing, open: nothing, back: nothing, reload: nothing, act: nothing },
        ...{ pictures: nothing, resource: nothing, elementAt: nothing, firstMatch: nothing, field: nothing },
        ...{
          scrolled: nothing,
          perform: async () => ({ screenshots: [], scrapes: [], javascriptReturns: [], pdfs: [] }),
          picture: async () => ({ data: '', size: [0, 0] as const }),
        },
        channel: () => Promise.reject(new Error('no browser')),
        login: async () => ({ address: '', state: { cookies: [], items: [] }, asksForPassword: false }),
        place: async () => ({ address: 'https://a.example/', canGoBack: false }),
        close: async () => void browser.open--,
      };
    },
  };
  return browser;
}

const minute = 60_000;
const spec = { url: 'https://a.example/' } as ScrapeSpec;
const window = { pathOf: () => undefined, send: () => undefined, document: () => '' };
const planner = { plan: async () => ({}), withProxy: async (plan: unknown) => plan } as unknown as Planner;

describe('a live page', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  const openOne = async () => {
    const browser = browserOf();
    const pages = new LivePages(browser, planner, createHooks());
    return { browser, pages, session: await pages.open(spec) };
  };

  it('is closed ten minutes after its last use, even while a window shows it', async () => {
    const { browser, pages, session } = await openOne();
    session.join(window);
    await vi.advanceTimersByTimeAsync(9 * minute);
    await session.act({ type: 'press', key: 'Tab' });
    await vi.advanceTimersByTimeAsync(9 * minute);
    expect(browser.open).toBe(1);
    await vi.advanceTimersByTimeAsync(minute + 1);
    expect(browser.open).toBe(0);
    expect(() => pages.get(session.facts().id)).toThrow(/live page does not exist/);
  });

  it('waits a minute for a disconnected window, and stays open when it reconnects', async () => {
    const { browser, session } = await openOne();
    const stream = session.join(window);
    session.leave(stream);
    await vi.advanceTimersByTimeAsync(minute - 1000);
    const again = session.join(window);
    await vi.advanceTimersByTimeAsync(2 * minute);
    expect(browser.open).toBe(1);
    session.leave(again);
    await vi.advanceTimersByTimeAsync(minute + 1);
    expect(browser.open).toBe(0);
  });

  it('is one of at most four; a fifth is refused while all are shown', async () => {
    const { browser, pages, session } = await openOne();
    const others = await Promise.all([1, 2, 3].map(() => pages.open(spec)));
    for (const one of [session, ...others]) one.join(window);
    await expect(pages.open(spec)).rejects.toMatchObject({
      code: 'CONFLICT',
      message: expect.stringContaining('4 live'),
    });
    expect(browser.open).toBe(4);
  });
});

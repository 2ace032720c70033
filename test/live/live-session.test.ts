import { describe, expect, it } from 'vitest';
import { LiveSession } from '../../core/live/live-session';
import { PageGone } from '../../core/net/engines/browser/page-gone';
import type { LiveTab } from '../../core/net/engines/live-tab';

/** Creates a stub of a browser tab that calls `closes` when it is closed. */
function tabThat(closes: () => void): LiveTab {
  const nothing = async () => undefined;
  return {
    ...{ width: 1280, resize: nothing, open: nothing, back: nothing, reload: nothing, act: nothing, pictures: nothing },
    ...{ resource: nothing, elementAt: nothing, firstMatch: nothing, field: nothing, scrolled: nothing },
    ...{
      perform: async () => ({ screenshots: [], scrapes: [], javascriptReturns: [], pdfs: [] }),
      picture: async () => ({ data: '', size: [0, 0] }),
    },
    channel: () => Promise.reject(new Error('no browser')),
    login: async () => ({ address: 'https://a.example/', state: { cookies: [], items: [] }, asksForPassword: false }),
    place: async () => ({ address: 'https://a.example/', canGoBack: false }),
    close: async () => closes(),
  };
}

/** Creates a session whose tabs open only when the test calls `openAll`. */
function sessionOf(closes: () => void) {
  const opened: ((tab: LiveTab) => void)[] = [];
  const session = new LiveSession({
    ...{ id: '1', url: 'https://a.example/', used: () => undefined },
    openTab: () => new Promise<LiveTab>((resolve) => opened.push(resolve)),
  });
  return { session, opened, openAll: () => opened.map((open) => open(tabThat(closes))) };
}

describe('opening a live page', () => {
  it('opens one tab for concurrent requests', async () => {
    const { session, opened, openAll } = sessionOf(() => undefined);
    const asked = [session.open(), session.open()];
    await Promise.resolve();
    openAll();
    expect((await Promise.all(asked)).map(({ state }) => state)).toEqual(['live', 'live']);
    expect(opened).toHaveLength(1);
  });

  it('closes a tab that was still opening when the page was closed', async () => {
    let closed = 0;
    const { session, openAll } = sessionOf(() => closed++);
    const asked = session.open();
    await session.close();
    openAll();
    await expect(asked).rejects.toMatchObject({ code: 'SCRAPE_BROWSER_CRASHED' });
    expect(closed).toBe(1);
  });

  it('reports work that closing the page interrupts as a stopped browser', async () => {
    const { session, openAll } = sessionOf(() => undefined);
    const asked = session.open();
    await Promise.resolve();
    openAll();
    await asked;
    const work = session.work(async () => {
      await session.close();
      throw new Error('Target closed');
    });
    await expect(work).rejects.toMatchObject({ code: 'SCRAPE_BROWSER_CRASHED' });
  });

  it('reports a page that crashes while it opens as a stopped browser', async () => {
    const session = new LiveSession({
      ...{ id: '1', url: 'https://a.example/', used: () => undefined },
      openTab: () => Promise.reject(new PageGone('The page crashed.')),
    });
    await expect(session.open()).rejects.toMatchObject({ code: 'SCRAPE_BROWSER_CRASHED' });
  });
});

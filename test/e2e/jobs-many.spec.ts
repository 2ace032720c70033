import type { Page } from '@playwright/test';
import { expect, test } from './gleaner-test';
import { startEndlessSite } from './long-site';

const many = 10_000;
/** What an interaction may take; a machine shared with other work gets more. */
const boundMs = process.env.CI ? 400 : 100;

/** One step in the table, and what it must show. */
interface Step {
  readonly scrollTo?: number;
  readonly search?: string;
  readonly status?: string;
  /** Rows the table must have afterwards; 0 when nothing may match. */
  readonly rows?: number;
}

/** Milliseconds from a step in the page until what it should show is painted. */
function timed(page: Page, step: Step): Promise<number> {
  return page.evaluate(({ scrollTo, search, status, rows }) => {
    const grid = () => document.querySelector('[role=grid]');
    const tell = (control: Element | null, value: string, event: string) => {
      Object.assign(control as HTMLInputElement, { value });
      control?.dispatchEvent(new Event(event, { bubbles: true }));
    };
    const shown = (): boolean => {
      if (rows === 0) return document.querySelector('.table .none') !== null;
      if (rows !== undefined && grid()?.getAttribute('aria-rowcount') !== String(rows)) return false;
      const wanted = scrollTo === undefined ? '[role=row]' : `[aria-rowindex="${scrollTo + 1}"]`;
      const lines = [...document.querySelectorAll('[role=row]')];
      return document.querySelector(`${wanted} .title`) !== null && lines.every((line) => line.querySelector('.title'));
    };
    return new Promise<number>((resolve) => {
      const started = performance.now();
      const look = () => (shown() ? resolve(performance.now() - started) : requestAnimationFrame(look));
      if (scrollTo !== undefined) grid()?.scrollTo({ top: scrollTo * 46 });
      if (search !== undefined) tell(document.querySelector('[aria-label="Search the results"]'), search, 'input');
      if (status !== undefined) tell(document.querySelector('select[aria-label="Status"]'), status, 'change');
      requestAnimationFrame(look);
    });
  }, step);
}

/** Steps of one round; each round goes where none was before, so that nothing is there already. */
const steps = (round: number): Readonly<Record<string, Step>> => ({
  'scroll down': { scrollTo: 500 + round * 1300 },
  'scroll far': { scrollTo: 5000 + round * 1300 },
  'scroll to the end': { scrollTo: many - 20 - round * 500 },
  'scroll to the top': { scrollTo: 0 },
  search: { search: `report ${77 + round}`, rows: 111 },
  'search for one': { search: `report ${7777 + round}`, rows: 1 },
  'clear the search': { search: '', rows: many },
  filter: { status: '4', rows: 0 },
  'clear the filter': { status: '', rows: many },
});
const rounds = [0, 1, 2] as const;

test('ten thousand results scroll, search and filter at once', async ({ gleaner, page, engine }) => {
  test.setTimeout(400_000);
  const site = await startEndlessSite();
  try {
    const urls = Array.from({ length: many }, (_, index) => `${site.url}/n/${index}`);
    const { body } = await engine.call('POST', '/v2/batch/scrape', { urls, formats: ['markdown'] });
    const state = async () => (await engine.call('GET', `/local/jobs/${body.id}`)).body.state;
    await expect.poll(state, { timeout: 350_000, intervals: [1000] }).toBe('completed');
    await gleaner.open(`jobs/${body.id}`);
    await expect(page.getByRole('grid', { name: 'Pages' })).toHaveAttribute('aria-rowcount', String(many));
    const took: Record<string, number[]> = {};
    for (const round of rounds) {
      for (const [name, step] of Object.entries(steps(round))) {
        took[name] = [...(took[name] ?? []), Math.round(await timed(page, step))].sort((one, other) => one - other);
      }
    }
    console.log(took);
    for (const [name, ms] of Object.entries(took)) expect(ms[1], `${name}: ${ms.join(', ')} ms`).toBeLessThan(boundMs);
  } finally {
    await site.close();
  }
});

import { describe, expect, it } from 'vitest';
import type { SteadyClock } from '../../../core/common/concurrency/clock';
import { HostPace } from '../../../core/net/politeness/host-pace';
import type { HostSlot } from '../../../core/ports/host-rate-limiter';
import { retryAfterMs } from '../../../core/ports/host-rate-limiter';

const wallStart = Date.parse('2026-11-20T12:00:00Z');

/** A clock that advances only on request. */
class HandClock implements SteadyClock {
  #now = 0;
  #calls: { at: number; call: () => void }[] = [];
  steadyNow = () => this.#now;
  now = () => wallStart + this.#now;

  after(ms: number, call: () => void) {
    const entry = { at: this.#now + ms, call };
    this.#calls.push(entry);
    return () => {
      this.#calls = this.#calls.filter((other) => other !== entry);
    };
  }

  async goOn(ms: number): Promise<void> {
    const end = this.#now + ms;
    await settle();
    for (;;) {
      const [next] = this.#calls.filter(({ at }) => at <= end).sort((a, b) => a.at - b.at);
      if (!next) break;
      this.#now = Math.max(this.#now, next.at);
      this.#calls = this.#calls.filter((other) => other !== next);
      next.call();
      await settle();
    }
    this.#now = end;
    await settle();
  }
}

const settle = () => new Promise<void>((resolve) => setImmediate(resolve));

/** Waits for a slot. Retries after the delay that the pace returns. */
async function reserved(
  pace: HostPace,
  clock: HandClock,
  host: string,
  options: { readonly delayMs?: number; readonly wanted?: number } = {},
): Promise<HostSlot> {
  for (;;) {
    const slot = pace.tryReserve(host, options);
    if (slot) return slot;
    await new Promise<void>((resolve) => clock.after(pace.waitMs(host) || (options.delayMs ?? 1), resolve));
  }
}

function watched(pace: HostPace, clock: HandClock, host: string, delayMs?: number) {
  const starts: number[] = [];
  const slots: HostSlot[] = [];
  const ask = () =>
    reserved(pace, clock, host, { delayMs }).then((slot) => {
      starts.push(clock.steadyNow());
      slots.push(slot);
    });
  return { starts, slots, ask };
}

const setup = () => {
  const clock = new HandClock();
  return { clock, pace: new HostPace(clock) };
};

describe('the pace of a host', () => {
  it('has a limited number of slots', async () => {
    const { clock, pace } = setup();
    const host = watched(pace, clock, 'example.com');
    for (let index = 0; index < 20; index++) void host.ask();
    await settle();
    expect(host.starts).toHaveLength(pace.concurrencyOf('example.com'));
    host.slots[0]?.release();
    host.slots[0]?.release();
    await clock.goOn(200);
    expect(host.starts).toHaveLength(pace.concurrencyOf('example.com') + 1);
  });

  it('starts with 6 pages at once and grows slowly', async () => {
    const { pace } = setup();
    expect(pace.concurrencyOf('example.com')).toBe(6);
    for (let page = 0; page < 12; page++) void pace.report('example.com', { status: 200, durationMs: 50 });
    expect(pace.concurrencyOf('example.com')).toBe(7);
  });

  it.each([10, 20])('of a fast host reaches the requested %i pages within two seconds', async (wanted) => {
    const { clock, pace } = setup();
    let pages = 0;
    const worker = async () => {
      for (;;) {
        const slot = await reserved(pace, clock, 'example.com', { wanted });
        pages++;
        await new Promise<void>((resolve) => clock.after(200, resolve));
        void pace.report('example.com', { status: 200, durationMs: 200 });
        slot.release();
      }
    };
    for (let index = 0; index < wanted; index++) void worker();
    await clock.goOn(2000);
    expect(pace.concurrencyOf('example.com')).toBeGreaterThanOrEqual(wanted);
    expect(pace.concurrencyOf('example.com')).toBeLessThanOrEqual(wanted + 4);
    expect(pages).toBeGreaterThan(wanted * 5);
  });

  it('of a host that was overloaded grows slowly, whatever is requested', async () => {
    const { pace } = setup();
    pace.tryReserve('example.com', { wanted: 20 })?.release();
    void pace.report('example.com', { status: 429, durationMs: 50 });
    for (let page = 0; page < 6; page++) void pace.report('example.com', { status: 200, durationMs: 50 });
    expect(pace.concurrencyOf('example.com')).toBe(4);
  });

  it('is not shared between hosts', async () => {
    const { clock, pace } = setup();
    const busy = watched(pace, clock, 'busy.com');
    for (let index = 0; index < 50; index++) void busy.ask();
    const free = watched(pace, clock, 'free.com');
    void free.ask();
    await settle();
    expect(free.starts).toEqual([0]);
  });

  it('enforces the delay of a request between starts', async () => {
    const { clock, pace } = setup();
    const asked = watched(pace, clock, 'other.com', 500);
    for (let index = 0; index < 3; index++) void asked.ask();
    await clock.goOn(10_000);
    expect(asked.starts).toEqual([0, 500, 1000]);
  });

  it.each([
    ['seconds', '30', 30_000],
    ['an HTTP date', 'Fri, 20 Nov 2026 12:00:45 GMT', 45_000],
    ['a day', '86400', 300_000],
    ['a date next year', 'Sat, 20 Nov 2027 12:00:00 GMT', 300_000],
    ['nothing at all', undefined, 1000],
    ['nonsense', 'soon', 1000],
    ['a date gone by', 'Thu, 19 Nov 2026 12:00:00 GMT', 1000],
    ['a negative number', '-5', 1000],
    ['now', '0', 0],
  ])('pauses one host that answers %s', async (_, retryAfter, pauseMs) => {
    for (const status of [429, 503]) {
      const { clock, pace } = setup();
      void pace.report('tired.com', { status, retryAfter, durationMs: 10 });
      expect(await pace.waitOf('tired.com')).toBe(pauseMs);
      const tired = watched(pace, clock, 'tired.com');
      const other = watched(pace, clock, 'other.com');
      void tired.ask();
      void other.ask();
      await clock.goOn(400_000);
      expect(tired.starts).toEqual([pauseMs]);
      expect(other.starts).toEqual([0]);
    }
  });

  it('pauses longer each time a host asks without a duration', async () => {
    const { clock, pace } = setup();
    const pauses: number[] = [];
    for (let index = 0; index < 8; index++) {
      void pace.report('tired.com', { status: 503, durationMs: 1 });
      pauses.push(await pace.waitOf('tired.com'));
      await clock.goOn(pauses.at(-1) ?? 0);
    }
    expect(pauses).toEqual([1000, 2000, 4000, 8000, 16_000, 32_000, 60_000, 60_000]);
  });

  it('counts concurrent refusals once', async () => {
    const { pace } = setup();
    const before = pace.concurrencyOf('tired.com');
    for (let index = 0; index < 6; index++) void pace.report('tired.com', { status: 429, durationMs: 1 });
    expect(pace.concurrencyOf('tired.com')).toBe(Math.floor(before / 2));
    expect(await pace.waitOf('tired.com')).toBe(1000);
  });

  it('speeds up while responses are fast and slows down when they get slow', () => {
    const { pace } = setup();
    const report = (durationMs: number, times: number) => {
      for (let index = 0; index < times; index++) void pace.report('a.com', { status: 200, durationMs });
    };
    const start = pace.concurrencyOf('a.com');
    report(200, 2000);
    const fast = pace.concurrencyOf('a.com');
    expect(fast).toBeGreaterThan(start);
    expect(fast).toBeLessThanOrEqual(24);
    report(5000, 1000);
    expect(pace.concurrencyOf('a.com')).toBeLessThan(fast);
    void pace.report('a.com', { durationMs: 5000 });
    for (let index = 0; index < 50; index++) void pace.report('a.com', { durationMs: 5000 });
    expect(pace.concurrencyOf('a.com')).toBe(1);
  });

  it('grants no slot early, and returns how long to wait', async () => {
    const { clock, pace } = setup();
    pace.tryReserve('a.com')?.release();
    void pace.report('a.com', { status: 429, retryAfter: '1', durationMs: 10 });
    await clock.goOn(400);
    expect(pace.tryReserve('a.com')).toBeUndefined();
    expect(pace.waitMs('a.com')).toBe(600);
    await clock.goOn(600);
    expect(pace.tryReserve('a.com')).toBeDefined();
  });

  it.each(['127.0.0.1:8100', '127.0.0.10:80', 'localhost:3000', '[::1]:9', 'demo.localhost'])(
    'lets %s be requested as fast as it responds',
    async (host) => {
      const { clock, pace } = setup();
      const site = watched(pace, clock, host);
      for (let index = 0; index < 200; index++) void site.ask();
      await settle();
      expect(site.starts).toHaveLength(200);
    },
  );

  it('does not confuse similar names with this machine', () => {
    const { pace } = setup();
    for (const host of ['127.0.0.1.example.com', 'localhost.example.com', '128.0.0.1', 'notlocalhost']) {
      expect(pace.concurrencyOf(host), host).toBeLessThan(100);
    }
  });

  it('applies pauses of local hosts, too', async () => {
    const { clock, pace } = setup();
    void pace.report('127.0.0.1:80', { status: 429, retryAfter: '2', durationMs: 1 });
    const site = watched(pace, clock, '127.0.0.1:80');
    void site.ask();
    await clock.goOn(5000);
    expect(site.starts).toEqual([2000]);
  });

  it('is cheap: ten thousand pages in well under a second', async () => {
    const pace = new HostPace();
    const started = performance.now();
    let left = 10_000;
    const worker = async () => {
      while (left-- > 0) {
        const slot = pace.tryReserve('127.0.0.1:80');
        void pace.report('127.0.0.1:80', { status: 200, durationMs: 1 });
        slot?.release();
      }
    };
    await Promise.all(Array.from({ length: 32 }, worker));
    expect(performance.now() - started).toBeLessThan(2000);
  });

  it('forgets unused hosts', async () => {
    const { pace } = setup();
    for (let index = 0; index < 20_000; index++) void pace.report(`h${index}.com`, { status: 200, durationMs: 1 });
    void pace.report('tired.com', { status: 429, retryAfter: '60', durationMs: 1 });
    for (let index = 0; index < 20_000; index++) void pace.report(`k${index}.com`, { status: 200, durationMs: 1 });
    expect(await pace.waitOf('tired.com')).toBe(60_000);
  });
});

describe('Retry-After', () => {
  it.each([
    ['120', 120_000],
    [' 5 ', 5000],
    ['1.5', 1500],
    ['99999999999999999999', 300_000],
    ['2026', 300_000],
    ['Friday, 20-Nov-26 12:00:10 GMT', 10_000],
    ['', undefined],
    [undefined, undefined],
    ['12,13', undefined],
  ])('%j means %j', (text, expected) => {
    expect(retryAfterMs(text, wallStart)).toBe(expected);
  });
});

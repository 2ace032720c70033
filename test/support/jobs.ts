import { vi } from 'vitest';
import type { Answer, RunningTestEngine } from './engine';

/** Waits until a job has ended. Returns its last status, without results. */
export async function untilEnded(engine: RunningTestEngine, path: string, timeoutMs = 60_000): Promise<Answer['body']> {
  let body: Answer['body'];
  const hasEnded = async () => {
    body = (await engine.call('GET', `${path}?skip=0&limit=1`)).body;
    return body.status !== 'scraping' && body.status !== 'processing';
  };
  await vi.waitUntil(hasEnded, { timeout: timeoutMs, interval: 50 });
  return body;
}

/** Returns all results of a job. Reads them page by page, as clients do. */
export async function allResults(engine: RunningTestEngine, path: string): Promise<Answer['body'][]> {
  const results = [];
  for (let next: string | undefined = path; next; ) {
    const { body }: Answer = await engine.call('GET', next);
    results.push(...body.data);
    next = body.next?.slice(engine.url.length);
  }
  return results;
}

import { afterEach, expect, it, vi } from 'vitest';
import { requestSchemas } from '../../src-renderer/api/request-schemas';

afterEach(() => vi.restoreAllMocks());

it('shares one response among concurrent callers, and requests it again for later callers', async () => {
  const fetch = vi.spyOn(globalThis, 'fetch').mockImplementation(async () => Response.json({ kinds: [] }));
  const [first, second] = await Promise.all([requestSchemas(), requestSchemas()]);
  expect(second).toBe(first);
  expect(fetch).toHaveBeenCalledTimes(1);
  expect(await requestSchemas()).not.toBe(first);
  expect(fetch).toHaveBeenCalledTimes(2);
});

it('requests the schemas again after a failure', async () => {
  const fetch = vi.spyOn(globalThis, 'fetch').mockRejectedValueOnce(new TypeError('no connection'));
  await expect(requestSchemas()).rejects.toMatchObject({ code: 'ENGINE_UNREACHABLE' });
  fetch.mockImplementation(async () => Response.json({ kinds: [] }));
  expect(await requestSchemas()).toEqual({ kinds: [] });
});

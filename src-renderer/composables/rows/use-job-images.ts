import { onScopeDispose } from 'vue';
import { Semaphore } from '../../../core/common/concurrency/semaphore';
import { jobsApi } from '../../api/jobs-api';

/** Loads an image and returns a URL for it in this window. Undefined if the image cannot be loaded. */
export type LoadImage = (url: string, signal: AbortSignal) => Promise<string | undefined>;

/**
 * Maximum number of images loaded at the same time. Leaves connections for other requests, because a browser opens only
 * six connections to the engine.
 */
const concurrency = 2;

/**
 * Loads the images in a job's rows. The engine fetches them, because the window loads nothing from other sites. `page`
 * returns the URL that is sent as the referrer.
 */
export function useJobImages(jobId: string, page: () => string | undefined): LoadImage {
  const slots = new Semaphore(concurrency);
  const known = new Map<string, string | undefined>();
  const stop = new AbortController();

  async function load(url: string, signal: AbortSignal): Promise<string | undefined> {
    const release = await slots.acquire(signal);
    try {
      if (known.has(url)) return known.get(url);
      const image = await jobsApi.image(jobId, { url, page: page() ?? url }, signal).catch(() => undefined);
      if (!signal.aborted) known.set(url, image && URL.createObjectURL(image));
      return known.get(url);
    } finally {
      release();
    }
  }
  onScopeDispose(() => {
    stop.abort();
    for (const url of known.values()) if (url !== undefined) URL.revokeObjectURL(url);
  });
  return async (url, signal) =>
    known.has(url) ? known.get(url) : load(url, AbortSignal.any([signal, stop.signal])).catch(() => undefined);
}

import { z } from 'zod';
import type { ScrapeSpec } from '../model';
import type { ApiParts } from './parts';
import { scrapeFieldsV2 } from './scrape-options';
import { scrapeRequest } from './scrape-request';
import { targetUrl, typedUrl } from './target-url';

const width = z.int().min(280).max(2560);

/** Request that opens a live page. */
export interface LiveRequest {
  readonly spec: ScrapeSpec;
  /** Width of the viewport in CSS pixels. */
  readonly width?: number;
}

/**
 * Returns the schema of a request that opens a live page. The request contains a URL, some scrape options, and the
 * width of the viewport.
 */
export function liveRequest(parts: ApiParts) {
  const { mobile, location, proxy, profile, headers, blockAds, skipTlsVerification } = scrapeFieldsV2(parts);
  const whole = scrapeRequest('v2', parts);
  return z
    .strictObject({
      ...{ url: typedUrl, mobile, location, proxy, profile, headers, blockAds, skipTlsVerification },
      width: width.optional().describe('Width of the viewport in CSS pixels; by default the width of the device.'),
    })
    .transform(({ width, ...body }): LiveRequest => ({ spec: whole.parse(body), width }));
}

/** Request that changes the layout width of a live page. */
export const resizeRequest = z.strictObject({
  width: width.describe('Width of the viewport in CSS pixels; its height and the device stay the same.'),
});

/** Request that opens another URL in a live page. */
export const navigateRequest = z.strictObject({ url: targetUrl });

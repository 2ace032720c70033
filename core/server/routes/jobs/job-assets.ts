import { z } from 'zod';
import { jobIdParams } from '../../../common/api/params';
import { targetUrl } from '../../../common/api/target-url';
import { AppError } from '../../../common/errors';
import { hostRefusal } from '../../../common/host-refusal';
import type { Job } from '../../../common/job';
import { assetEnding } from '../../../jobs/exports/asset-types';
import { maxAssetBytes } from '../../../jobs/exports/page-assets';
import { JobReader } from '../../../jobs/job-reader';
import { SiteFiles } from '../../../kinds/crawl/site-files';
import { safeMediaType } from '../../../live/mirror-resources';
import { readUpTo } from '../../../net/engines/http/read-up-to';
import { abortOnDisconnect } from '../../callers';
import { route, routeGroup } from '../../route';

const timeoutMs = 30_000;
const assetQuery = z.strictObject({ url: targetUrl, page: targetUrl });

/** Request for a file that one of a job's pages refers to. */
interface AssetRequest {
  readonly url: string;
  /** URL of the page. Its origin is sent as the referrer. */
  readonly page: string;
}

/**
 * Fetches an image or document that one of a job's pages refers to. Throws when the file is blocked, missing or too
 * large.
 */
export async function fetchAsset(
  files: SiteFiles,
  { spec }: Pick<Job, 'spec'>,
  { url, page }: AssetRequest,
  signal: AbortSignal,
): Promise<Uint8Array> {
  const answer = await files.file(url, {
    signal: AbortSignal.any([signal, AbortSignal.timeout(timeoutMs)]),
    headers: { referer: `${new URL(page).origin}/` },
    refusalOf: (at) => hostRefusal(spec.threatProtection, at),
  });
  const isFound = answer.status >= 200 && answer.status < 300;
  const content = await readUpTo(answer, isFound ? maxAssetBytes + 1 : 0);
  if (!isFound) throw new AppError('SCRAPE_SITE_ERROR', `The server returned status ${answer.status}.`);
  if (content.length > maxAssetBytes)
    throw new AppError('SCRAPE_UNSUPPORTED_FILE_ERROR', `The file is larger than ${maxAssetBytes} bytes.`);
  return content;
}

/** Prevents an SVG image from running scripts or loading files when it is opened as a page. */
const imagePolicy = "default-src 'none'; style-src 'unsafe-inline'; sandbox";

/**
 * Routes for files that pages refer to. Clients save these files together with the pages. The UI shows images through
 * these routes, because it loads nothing from other sites.
 */
export const assetRoutes = routeGroup([JobReader, SiteFiles], (reader, files) => [
  route(
    'GET',
    '/local/jobs/:id/asset',
    { params: jobIdParams, query: assetQuery, answer: 'application/octet-stream' },
    async ({ params, query }, reply) => {
      const job = await reader.job(params.id);
      const content = await fetchAsset(files, job, query, abortOnDisconnect(reply));
      if ((await assetEnding(content, query.url)) === undefined)
        throw new AppError('SCRAPE_UNSUPPORTED_FILE_ERROR', 'The file is neither an image nor a document.');
      // Prevents browsers from displaying a file from another site under the app's origin.
      reply.header('content-disposition', 'attachment').header('x-content-type-options', 'nosniff');
      return reply.type('application/octet-stream').send(content);
    },
  ),
  route(
    'GET',
    '/local/jobs/:id/image',
    { params: jobIdParams, query: assetQuery, answer: 'application/octet-stream' },
    async ({ params, query }, reply) => {
      const job = await reader.job(params.id);
      const content = await fetchAsset(files, job, query, abortOnDisconnect(reply));
      const mediaType = await safeMediaType(content, '');
      if (!mediaType?.startsWith('image/'))
        throw new AppError('SCRAPE_UNSUPPORTED_FILE_ERROR', 'The file is not an image.');
      reply.header('content-security-policy', imagePolicy).header('x-content-type-options', 'nosniff');
      return reply.type(mediaType).header('cache-control', 'private, max-age=600').send(Buffer.from(content));
    },
  ),
]);

import { z } from 'zod';
import { AppError } from '../../../common/errors';
import { LivePages } from '../../../live/live-pages';
import type { LiveSession } from '../../../live/live-session';
import { cleanServedSheet, safeMediaType } from '../../../live/mirror-resources';
import { route, routeGroup } from '../../route';

/** Maps each loopback host name to an alternative name, to which browsers do not send the window's cookies. */
const otherNames: Readonly<Record<string, string>> = { '127.0.0.1': 'localhost', localhost: '127.0.0.1' };

/** Returns the base URL for images, fonts and style sheets of a live page in a window loaded from `host`. */
function resourceFolder({ token }: LiveSession, host: string): string {
  const [, name = '', port = ''] = /^(.*?)((?::\d+)?)$/.exec(host) ?? [];
  return `http://${otherNames[name] ?? name}${port}/live/${token}/`;
}

/** Returns the URLs for the mirror of a live page in a window loaded from `host`. */
export function mirrorPlaces(session: LiveSession, host: string) {
  const folder = resourceFolder(session, host);
  return {
    document: () => `/live/${session.token}/${session.quirks ? 'quirks' : 'page'}`,
    pathOf: (address: string): string | undefined => {
      const number = session.resources.numberOf(address);
      return number === undefined ? undefined : `${folder}${number}`;
    },
  };
}

/**
 * Returns the content security policy for the mirror. It blocks scripts, forms and all resources except those of the
 * page.
 */
const mirrorPolicy = (folder: string): string =>
  `default-src 'none'; style-src 'unsafe-inline' ${folder}; img-src data: ${folder}; font-src data: ${folder}; ` +
  "form-action 'none'; base-uri 'none'; frame-ancestors 'self'; sandbox allow-same-origin";

const inertPolicy = "default-src 'none'; style-src 'unsafe-inline'; sandbox";

const facts = { access: 'open', params: z.object({ token: z.string(), part: z.string() }) } as const;

/** Routes for the empty document and the resources of a mirror. The unguessable token in the URL serves as the key. */
export const liveMirrorRoutes = routeGroup([LivePages], (pages) => [
  route('GET', '/live/:token/:part', facts, async ({ params: { token, part }, headers: { host = '' } }, reply) => {
    const session = pages.byToken(token);
    if (!session) throw new AppError('NOT_FOUND', 'This live page does not exist; it may have been closed.');
    if (part === 'page' || part === 'quirks') {
      return reply
        .type('text/html; charset=utf-8')
        .headers({
          'content-security-policy': mirrorPolicy(resourceFolder(session, host)),
          'cache-control': 'no-store',
        })
        .send(`${part === 'page' ? '<!DOCTYPE html>' : ''}<html><head></head><body></body></html>`);
    }
    const resource = await session.resource(Number(part));
    const mediaType = resource && (await safeMediaType(resource.bytes, resource.mediaType));
    if (!resource || !mediaType) throw new AppError('NOT_FOUND', 'The page has no such image, font or style sheet.');
    const bytes = Buffer.from(resource.bytes);
    return reply
      .type(mediaType)
      .headers({
        'content-security-policy': inertPolicy,
        'cross-origin-resource-policy': 'cross-origin',
        // Browsers require this header for fonts from another origin.
        'access-control-allow-origin': '*',
        'cache-control': 'private, max-age=600',
      })
      .send(mediaType.startsWith('text/css') ? cleanServedSheet(session.resources, resource.url, bytes) : bytes);
  }),
]);

import { Readable } from 'node:stream';
import { z } from 'zod';
import { browsersAnswer, browserTestReport } from '../../common/api/workspace-answers';
import { BrowserTrial } from '../../net/engines/browser-trial';
import { attachment } from '../attachment';
import { abortOnDisconnect } from '../callers';
import { Diagnostics } from '../diagnostics/diagnostics';
import { route, routeGroup } from '../route';

const trialBody = z.object({ path: z.string().min(1).max(1000) });

/** Routes for the support archive, and for listing and testing browsers on this machine. Used by the UI. */
export const diagnosticRoutes = routeGroup([Diagnostics, BrowserTrial], (diagnostics, browsers) => [
  route('GET', '/local/diagnostics', { access: 'owner', answer: 'application/zip' }, (_, reply) =>
    reply
      .type('application/zip')
      .header('content-disposition', attachment(`gleaner-diagnostics-${new Date().toISOString().slice(0, 10)}.zip`))
      .header('cache-control', 'no-store')
      .send(Readable.from(diagnostics.archive())),
  ),
  route('GET', '/local/browsers', { answer: browsersAnswer }, async () => ({ items: await browsers.list() })),
  // This route is restricted to the user of this machine, because it starts a program.
  route(
    'POST',
    '/local/browsers/test',
    { access: 'owner', body: trialBody, answer: browserTestReport },
    ({ body }, reply) => browsers.run(body.path, abortOnDisconnect(reply)),
  ),
]);

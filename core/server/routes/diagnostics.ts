import { Readable } from 'node:stream';
import type { FastifyInstance } from 'fastify';
import { inject, injectable } from 'inversify';
import { z } from 'zod';
import { BrowserTrial } from '../../net/engines/browser-trial';
import { abortOnDisconnect } from '../callers';
import { Diagnostics } from '../diagnostics/diagnostics';
import type { Routes } from '../http-server';
import type { ZodRequests } from '../type-provider';

const trialBody = z.object({ path: z.string().min(1).max(1000) });
const hide = true;

/** The archive for those who help, and the browsers of this machine, for the window. */
@injectable()
export class DiagnosticRoutes implements Routes {
  constructor(
    @inject(Diagnostics) private readonly diagnostics: Diagnostics,
    @inject(BrowserTrial) private readonly browsers: BrowserTrial,
  ) {}

  register(app: FastifyInstance): void {
    const routes = app.withTypeProvider<ZodRequests>();
    routes.get('/local/diagnostics', { schema: { hide } }, (_, reply) =>
      reply
        .type('application/zip')
        .header(
          'content-disposition',
          `attachment; filename="gleaner-diagnostics-${new Date().toISOString().slice(0, 10)}.zip"`,
        )
        .header('cache-control', 'no-store')
        .send(Readable.from(this.diagnostics.archive())),
    );
    routes.get('/local/browsers', { schema: { hide } }, async () => ({ items: await this.browsers.list() }));
    // Runs the program at a path: for the person at this machine only.
    routes.post(
      '/local/browsers/test',
      { config: { owner: true }, schema: { hide, body: trialBody } },
      ({ body }, reply) => this.browsers.run(body.path, abortOnDisconnect(reply)),
    );
  }
}

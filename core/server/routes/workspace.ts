import type { FastifyInstance } from 'fastify';
import { inject, injectable } from 'inversify';
import { z } from 'zod';
import { Browsers } from '../../net/engines/browser/browsers';
import { pluginId, Registries } from '../../platform/plugins/registry';
import { SettingsService } from '../../platform/settings/settings-service';
import type { JobHandler } from '../../ports/jobs/job-handler';
import { JobKinds } from '../../ports/jobs/job-kinds';
import { ServerFacts } from '../../ports/server-facts';
import { isOwner } from '../callers';
import { DemoSite } from '../demo-site';
import type { Routes } from '../http-server';

/** What the window needs to draw itself: session facts, schemas, plugins, the browser, the demo site. */
@injectable()
export class WorkspaceRoutes implements Routes {
  constructor(
    @inject(JobKinds) private readonly kinds: JobKinds,
    @inject(Registries) private readonly registries: Registries,
    @inject(SettingsService) private readonly settings: SettingsService,
    @inject(Browsers) private readonly browsers: Browsers,
    @inject(DemoSite) private readonly demoSite: DemoSite,
    @inject(ServerFacts) private readonly facts: ServerFacts,
  ) {}

  register(app: FastifyInstance): void {
    const options = { schema: { hide: true } };
    app.get('/local/session', options, async (request) => ({ ...(await this.#session()), isOwner: isOwner(request) }));
    app.get('/local/schema', options, () => this.#schema());
    app.get('/local/plugins', options, () => ({
      items: this.registries.all().map((plugin) => ({
        kind: plugin.kind,
        id: pluginId(plugin),
        summary: plugin.summary,
        builtIn: this.registries.isBuiltIn(plugin),
        config: 'config' in plugin ? jsonSchema(plugin.config) : undefined,
      })),
    }));
    app.post('/local/browser/install', { ...options, config: { owner: true } }, () => this.browsers.install());
    app.post('/local/demo-site', options, async () => ({ url: await this.demoSite.start() }));
  }

  async #session() {
    const { version, baseUrl, warnings } = this.facts;
    const browser = await this.browsers.find();
    return {
      signedIn: true,
      version,
      baseUrl,
      warnings,
      dataDir: this.settings.run.dataDir,
      isShared: this.settings.run.databaseUrl !== undefined,
      browser: { found: browser !== undefined, ...browser },
    };
  }

  #schema() {
    const { format, action, parser } = this.registries;
    return {
      kinds: kindFacts(this.kinds.list()),
      formats: format.list().map(({ id, summary, options, requires, capture, cost }) => ({
        id,
        summary,
        requires,
        cost,
        needsBrowser: capture !== undefined,
        options: jsonSchema(options),
      })),
      actions: action.list().map(({ type, summary, schema }) => ({ type, summary, schema: jsonSchema(schema) })),
      parsers: parser
        .list()
        .map(({ id, summary, optIn, options }) => ({ id, summary, optIn, options: jsonSchema(options) })),
    };
  }
}

/** A schema as JSON schema of what a caller sends. */
const jsonSchema = (schema: z.ZodType | undefined) =>
  schema && z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' });

/** A kind of job as the window and MCP clients list, start and follow it. */
const factsOf = (handler: JobHandler) => ({
  kind: handler.kind,
  name: handler.name,
  summary: handler.summary,
  path: `/v2/${handler.path}`,
  isListed: handler.mode === 'background',
  hasAnswer: handler.mode === 'background' && handler.result !== undefined,
  eventPrefix: handler.events?.prefix,
  form: handler.form,
  schema: jsonSchema(handler.schema('v2')),
});

/** Facts of every kind that v2 of the API has. */
const kindFacts = (handlers: readonly JobHandler[]) =>
  handlers.filter(({ versions }) => versions?.includes('v2') ?? true).map(factsOf);

import { schemaAnswer } from '../../common/api/local-jobs';
import { demoSiteAnswer, installAnswer, pluginsAnswer, sessionAnswer } from '../../common/api/workspace-answers';
import { oncePer } from '../../common/concurrency/once-per';
import { toJsonSchema } from '../../common/json-schema';
import { Browsers } from '../../net/engines/browser/browsers';
import { pluginId, Registries } from '../../platform/plugins/registry';
import { SettingsService } from '../../platform/settings/settings-service';
import type { JobHandler } from '../../ports/jobs/job-handler';
import { JobKinds } from '../../ports/jobs/job-kinds';
import { ServerFacts } from '../../ports/server-facts';
import { isOwner } from '../callers';
import { DemoSite } from '../demo-site';
import { route, routeGroup } from '../route';

/** Routes for the caller's session, the browser and the demo site. Used by the UI. */
export const workspaceRoutes = routeGroup(
  [ServerFacts, SettingsService, Browsers, DemoSite],
  (facts: ServerFacts, { run }: SettingsService, browsers: Browsers, demoSite: DemoSite) => [
    route('GET', '/local/session', { answer: sessionAnswer }, async ({ credentials }) => {
      const { version, baseUrl, warnings } = facts;
      const browser = await browsers.find();
      return {
        signedIn: true as const,
        version,
        baseUrl,
        warnings,
        dataDir: run.dataDir,
        isShared: run.databaseUrl !== undefined,
        browser: { found: browser !== undefined, ...browser },
        isOwner: isOwner({ credentials }),
      };
    }),
    route('POST', '/local/browser/install', { access: 'owner', answer: installAnswer }, () => browsers.install()),
    route('POST', '/local/demo-site', { answer: demoSiteAnswer }, async () => ({ url: await demoSite.start() })),
  ],
);

/** Routes for the schemas of job kinds and plugins. The UI builds its forms from these schemas. */
export const schemaRoutes = routeGroup([JobKinds, Registries], (kinds, registries) => [
  route('GET', '/local/schema', { answer: schemaAnswer }, () => ({
    kinds: kinds
      .list()
      .filter(({ versions }) => versions?.includes('v2') ?? true)
      .map(factsOf),
    ...schemasOf(registries),
  })),
  route('GET', '/local/plugins', { answer: pluginsAnswer }, () => ({
    items: registries.all().map((plugin) => ({
      kind: plugin.kind,
      id: pluginId(plugin),
      summary: plugin.summary,
      builtIn: registries.isBuiltIn(plugin),
      config: 'config' in plugin && plugin.config ? toJsonSchema(plugin.config) : undefined,
    })),
  })),
]);

/**
 * Returns the schema of a kind's start request. The schema is cached, because it does not change while the engine runs.
 */
const requestSchema = oncePer((handler: JobHandler) => toJsonSchema(handler.schema('v2')));

/** Returns the information about a job kind for the UI and MCP clients. */
const factsOf = (handler: JobHandler) => ({
  kind: handler.kind,
  name: handler.name,
  summary: handler.summary,
  path: `/v2/${handler.path}`,
  isListed: handler.mode === 'background',
  takesFile: handler.takesFile ?? false,
  hasAnswer: handler.mode === 'background' && handler.result !== undefined,
  eventPrefix: handler.events?.prefix,
  form: handler.form,
  schema: requestSchema(handler),
});

const schemasOf = ({ format, action, parser }: Registries) => ({
  formats: format.list().map(({ id, summary, options, requires, capture, cost }) => ({
    id,
    summary,
    requires,
    cost,
    needsBrowser: capture !== undefined,
    options: options && toJsonSchema(options),
  })),
  actions: action.list().map(({ type, summary, schema }) => ({ type, summary, schema: toJsonSchema(schema) })),
  parsers: parser
    .list()
    .map(({ id, summary, optIn, options }) => ({ id, summary, optIn, options: options && toJsonSchema(options) })),
});

import { inject, injectable } from 'inversify';
import { extractStartAnswer, extractStatusAnswer } from '../../common/api/extract-answers';
import { extractEvents, extractRequest } from '../../common/api/extract-request';
import type { Job } from '../../common/job';
import type { ExtractSpec } from '../../common/job-specs';
import type { ApiVersion } from '../../common/model';
import { needsPersonOf } from '../../common/needs-person';
import { expiryOf, statusWord } from '../../jobs/job-reader';
import { toRequestBody } from '../../jobs/to-request-body';
import { assertSchema } from '../../page/models/schema-checker';
import { ApiSchemas } from '../../platform/plugins/api-schemas';
import { SettingsService } from '../../platform/settings/settings-service';
import { Frontier } from '../../ports/jobs/frontier';
import type { BackgroundJobHandler, JobPlan } from '../../ports/jobs/job-handler';
import type { JobRules, Remember } from '../../ports/jobs/job-rules';
import { ResultStore } from '../../ports/jobs/result-store';
import { AgentTools } from '../agent/agent-tools';
import { sourcesByPath } from '../answers/merge';
import { pageTask } from '../answers/page-task';
import { shown } from '../answers/step-log';
import { SiteFiles } from '../crawl/site-files';
import { type ExtractOutcome, ExtractRules, type StartedExtract } from '../extract/extract-rules';

type Schema = Readonly<Record<string, unknown>>;

/** Extract: reads pages and whole sites, and merges their structured data into one answer. */
@injectable()
export default class ExtractHandler implements BackgroundJobHandler<ExtractSpec> {
  readonly mode = 'background';
  readonly kind = 'extract';
  readonly name = 'Extract';
  readonly path = 'extract';
  readonly summary = 'Starts collecting structured data from pages and sites.';
  readonly example = {
    urls: ['https://example.com/'],
    schema: { type: 'object', properties: { title: { type: 'string' } }, required: ['title'] },
  };
  readonly events = { prefix: 'extract', notices: extractEvents, closing: noticeOf };
  readonly result = { schema: extractStatusAnswer, of: async (job: Job<StartedExtract>) => statusOf(job) };

  constructor(
    @inject(ApiSchemas) private readonly schemas: ApiSchemas,
    @inject(ResultStore) private readonly results: ResultStore,
    @inject(Frontier) private readonly frontier: Frontier,
    @inject(SiteFiles) private readonly files: SiteFiles,
    @inject(AgentTools) private readonly tools: AgentTools,
    @inject(SettingsService) private readonly settings: SettingsService,
  ) {}

  schema(version: ApiVersion) {
    return extractRequest(version, this.schemas.parts);
  }

  answer() {
    return extractStartAnswer;
  }

  async plan(spec: ExtractSpec): Promise<JobPlan> {
    const { scrape, webhook: _, zeroDataRetention: __, invalidURLs, ...options } = spec;
    const { targets, prompt, profile, withoutModel, recipe } = spec;
    const budget = profile && this.settings.current.profiles[profile];
    const schema = spec.schema && saysSomething(spec.schema) ? spec.schema : undefined;
    if (schema) await assertSchema(schema, this.tools.checker);
    return {
      url: targets[0]?.url ?? prompt ?? '',
      scrape: {
        ...scrape,
        formats: [
          { type: 'extraction', schema, prompt, profile: withoutModel ? 'none' : profile, recipe },
          ...(profile ? [{ type: 'controls' }, { type: 'links' }] : []),
        ],
      },
      options: { ...options, schema, budget, count: targets.length },
      limit: budget?.maxPages,
      tasks: () => targets.map(({ url, isSite }) => pageTask(url, 0, { isSite })),
      seeded: true,
      answer: { urlTrace: [], ...(invalidURLs ? { invalidURLs } : {}) },
    };
  }

  async open(job: Job<StartedExtract>, remember: Remember): Promise<JobRules> {
    const { results, frontier, files, tools } = this;
    const { robots, searches } = tools;
    return new ExtractRules(job, { results, frontier, robots, files, searches, remember });
  }

  request({ spec, options }: Job<StartedExtract>) {
    const { targets, prompt, schema, limit, ignoreSitemap, includeSubdomains, allowExternalLinks, ...more } = options;
    const { enableWebSearch, showSources, profile, withoutModel, recipe } = more;
    const { url: _, formats: __, origin: ___, integration: ____, ...scrapeOptions } = toRequestBody(spec);
    const urls = targets.map(({ url, isSite }) => (isSite ? `${url}*` : url));
    const scope = { ignoreSitemap, includeSubdomains, allowExternalLinks };
    const flags = { ...scope, enableWebSearch, showSources, withoutModel, recipe };
    return { urls, prompt, schema, limit, ...flags, agent: profile && { model: profile }, scrapeOptions };
  }

  async saved(job: Job<StartedExtract>) {
    return { kind: this.kind, request: plainJson({ ...this.request(job), withoutModel: true }) };
  }
}

/** Removes undefined fields, as a JSON round trip would. */
const plainJson = (value: Schema): Schema => JSON.parse(JSON.stringify(value)) as Schema;

/** False for a schema without constraints, as sent by clients that failed to convert their schema. */
const saysSomething = ({ $schema: _, $id: __, title: ___, description: ____, ...rest }: Schema): boolean =>
  Object.keys(rest).length > 0;

function statusOf(job: Job<StartedExtract & { readonly warning?: string }>): Readonly<Record<string, unknown>> {
  const { state, options, error, spent } = job;
  const { showSources, warning, profile, steps = [] } = options;
  const facts = {
    success: true,
    status: statusWord(job),
    expiresAt: expiryOf(job),
    error,
    warning,
    needsPerson: needsPersonOf(job),
    ...(profile ? { steps: steps.map(shown) } : {}),
  };
  if (state !== 'completed' || !job.outcome) return { ...facts, data: [] };
  const { data, sources, missing, conflicts, pages, tokensUsed } = job.outcome as ExtractOutcome;
  return {
    ...facts,
    data,
    ...(showSources ? { sources: sourcesByPath(sources) } : {}),
    ...(missing.length > 0 ? { missing } : {}),
    ...(conflicts.length > 0 ? { conflicts } : {}),
    totalUrlsScraped: pages,
    tokensUsed,
    creditsUsed: spent?.credits,
  };
}

/** Returns the data for the event that reports a completed extraction. */
function noticeOf(job: Job): readonly unknown[] {
  if (job.state !== 'completed' || !job.outcome) return [];
  const { data, sources, pages, tokensUsed } = job.outcome as ExtractOutcome;
  const facts = { extractId: job.id, llmUsage: tokensUsed, totalUrlsScraped: pages };
  return [{ success: true, data, ...facts, sources: sourcesByPath(sources) }];
}

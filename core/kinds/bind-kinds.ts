import type { Container } from 'inversify';
import { RobotsCache } from '../net/politeness/robots-cache';
import type { RunOptions } from '../platform/settings/settings';
import { JobHandler } from '../ports/jobs/job-handler';
import type { Storage } from '../ports/storage';
import { AgentThreads } from './agent/agent-threads';
import { AgentTools } from './agent/agent-tools';
import { CrawlTools } from './crawl/crawl-tools';
import { KnownUrls } from './crawl/known-urls';
import { CrawlPrompts } from './crawl/prompt/crawl-prompts';
import { SiteFiles } from './crawl/site-files';
import { jobHandlerClasses } from './handlers';
import CrawlHandler from './handlers/crawl';
import { RecipeLearner } from './recipes/recipe-learner';

interface KindParts {
  readonly run: RunOptions;
  readonly storage: Storage;
}

/** Binds the handlers for all job kinds, and their tools. */
export function bindKinds(container: Container, { run, storage }: KindParts): void {
  container.bind(SiteFiles).toSelf();
  container.bind(KnownUrls).toSelf();
  container.bind(CrawlTools).toSelf();
  container.bind(CrawlPrompts).toSelf();
  container.bind(AgentTools).toSelf();
  container.bind(AgentThreads).toSelf();
  container.bind(RecipeLearner).toSelf();
  container.bind(RobotsCache).toDynamicValue(() => {
    const files = container.get(SiteFiles);
    // Processes that use the same database share robots.txt responses.
    const shared = run.databaseUrl === undefined ? undefined : storage.robots;
    return new RobotsCache((url, options) => files.text(url, options), { shared });
  });
  container.bind(CrawlHandler).toSelf();
  for (const handler of jobHandlerClasses) container.bind<JobHandler>(JobHandler).to(handler);
}

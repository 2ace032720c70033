import { inject, injectable } from 'inversify';
import { RobotsCache } from '../../net/politeness/robots-cache';
import { SearchHost } from '../../net/search/search-host';
import { SchemaChecker } from '../../page/models/schema-checker';
import { EventBus } from '../../ports/delivery/event-bus';

/** Tools that agents and extractions use to find pages, check schemas and report steps. */
@injectable()
export class AgentTools {
  constructor(
    @inject(RobotsCache) readonly robots: RobotsCache,
    @inject(SearchHost) readonly searches: SearchHost,
    @inject(EventBus) readonly events: EventBus,
    @inject(SchemaChecker) readonly checker: SchemaChecker,
  ) {}
}

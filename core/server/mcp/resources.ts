import type { ReadResourceResult, Resource, ResourceTemplate } from '@modelcontextprotocol/sdk/types.js';
import { listJobs, type McpEngine, readKinds } from './mcp-engine';
import { resourceUri } from './tools';

const mimeType = 'application/json';

/** Lists the results of the newest jobs as resources. */
export async function listResources(engine: McpEngine, signal: AbortSignal): Promise<Resource[]> {
  const jobs = await listJobs(engine, signal);
  return jobs.map(({ id, kind, url, state }) => {
    return { uri: resourceUri(kind, id), name: `${kind} of ${url}`, description: state, mimeType };
  });
}

/** URI templates for results. */
export const resourceTemplates: ResourceTemplate[] = [
  {
    uriTemplate: 'gleaner://{kind}/{id}',
    name: 'Result',
    description: 'Status and results of a job, or a past scrape by its scrapeId; kept for 24 hours.',
    mimeType,
  },
];

/** Reads the result at a URI. Throws when it does not exist. */
export async function readResource(engine: McpEngine, uri: string, signal: AbortSignal): Promise<ReadResourceResult> {
  const [, kind, id] = /^gleaner:\/\/([\w-]+)\/([\w-]+)$/.exec(uri) ?? [];
  const known = kind && (await readKinds(engine, signal)).find((one) => one.kind === kind);
  if (!known) throw new Error(`${uri} is not the URI of a result; use the form gleaner://crawl/ID.`);
  const answer = await engine.call({ method: 'GET', path: `${known.path}/${id}` }, signal);
  return { contents: [{ uri, mimeType, text: JSON.stringify(answer, undefined, 1) }] };
}

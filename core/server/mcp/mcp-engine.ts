import { z } from 'zod';

/** A call to the REST API. */
export interface McpCall {
  readonly method: 'GET' | 'POST' | 'DELETE';
  readonly path: string;
  readonly body?: unknown;
}

/** The engine behind an MCP server. */
export interface McpEngine {
  /** Returns the parsed JSON of the response. For an error response, throws an error with the response's message. */
  call(call: McpCall, signal: AbortSignal): Promise<unknown>;
  /** Uploads a file from the client's machine. Absent if the server has no access to the client's files. */
  upload?(
    path: string,
    file: string,
    options: Readonly<Record<string, unknown>>,
    signal: AbortSignal,
  ): Promise<unknown>;
}

const kind = z.object({
  kind: z.string(),
  name: z.string(),
  summary: z.string(),
  path: z.string(),
  isListed: z.boolean(),
  takesFile: z.boolean(),
  schema: z.record(z.string(), z.unknown()),
});

/** A job kind offered as a tool. */
export type McpKind = z.output<typeof kind>;

const schemaAnswer = z.object({ kinds: z.array(kind) });
const jobFacts = z.looseObject({ id: z.string(), kind: z.string(), url: z.string(), state: z.string() });
const jobList = z.object({ items: z.array(jobFacts) });

/** Returns an engine's job kinds. */
export async function readKinds(engine: McpEngine, signal: AbortSignal): Promise<readonly McpKind[]> {
  return schemaAnswer.parse(await engine.call({ method: 'GET', path: '/local/schema' }, signal)).kinds;
}

/** Returns a job. For an unknown ID, throws an error with the engine's message. */
export async function readJob(engine: McpEngine, id: string, signal: AbortSignal) {
  return jobFacts.parse(await engine.call({ method: 'GET', path: `/local/jobs/${encodeURIComponent(id)}` }, signal));
}

/** Returns the newest jobs. */
export async function listJobs(engine: McpEngine, signal: AbortSignal) {
  return jobList.parse(await engine.call({ method: 'GET', path: '/local/jobs?limit=50' }, signal)).items;
}

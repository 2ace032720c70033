import { z } from 'zod';

/** One call to the REST API. */
export interface McpCall {
  readonly method: 'GET' | 'POST' | 'DELETE';
  readonly path: string;
  readonly body?: unknown;
}

/** The engine an MCP server speaks for. */
export interface McpEngine {
  /** The answer's JSON; an error answer is thrown as its own sentence. */
  call(call: McpCall, signal: AbortSignal): Promise<unknown>;
  /** Uploads a file of the client's machine; absent where the server cannot see its files. */
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

/** A kind of job that becomes a tool. */
export type McpKind = z.output<typeof kind>;

const schemaAnswer = z.object({ kinds: z.array(kind) });
const jobFacts = z.looseObject({ id: z.string(), kind: z.string(), url: z.string(), state: z.string() });
const jobList = z.object({ items: z.array(jobFacts) });

/** The kinds of jobs an engine has. */
export async function readKinds(engine: McpEngine, signal: AbortSignal): Promise<readonly McpKind[]> {
  return schemaAnswer.parse(await engine.call({ method: 'GET', path: '/local/schema' }, signal)).kinds;
}

/** Facts of one job; throws the engine's sentence for an unknown id. */
export async function readJob(engine: McpEngine, id: string, signal: AbortSignal) {
  return jobFacts.parse(await engine.call({ method: 'GET', path: `/local/jobs/${encodeURIComponent(id)}` }, signal));
}

/** The newest jobs. */
export async function listJobs(engine: McpEngine, signal: AbortSignal) {
  return jobList.parse(await engine.call({ method: 'GET', path: '/local/jobs?limit=50' }, signal)).items;
}

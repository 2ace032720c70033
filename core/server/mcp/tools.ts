import { setTimeout as pause } from 'node:timers/promises';
import type { CallToolResult, Tool } from '@modelcontextprotocol/sdk/types.js';
import { z } from 'zod';
import { inputSchema } from './input-schema';
import { type McpEngine, type McpKind, readJob, readKinds } from './mcp-engine';

const pollMs = 500;
const jobId = z.string().describe('ID of the job, as returned by the tool that started it.');
const statusInput = z.object({
  id: jobId,
  waitSeconds: z.number().min(0).max(50).default(20).describe('Maximum number of seconds to wait for the job to end.'),
  skip: z.int().min(0).default(0).describe('Number of results to skip.'),
  limit: z.int().min(1).max(100).default(10).describe('Maximum number of results to return.'),
});
const cancelInput = z.object({ id: jobId });
const started = z.looseObject({ id: z.string() });
const status = z.looseObject({ status: z.string() });
const page = z.looseObject({ markdown: z.string().optional() });
const scraped = z.looseObject({ data: page });
const ended = new Set(['completed', 'failed', 'cancelled']);

type Arguments = Readonly<Record<string, unknown>>;

interface McpTool {
  readonly tool: Tool;
  run(input: Arguments, signal: AbortSignal): Promise<CallToolResult>;
}

/** Returns the tools offered by an engine: one for each job kind, plus two for following and cancelling jobs. */
export async function toolsOf(engine: McpEngine, signal: AbortSignal): Promise<readonly McpTool[]> {
  const kinds = await readKinds(engine, signal);
  const toolOf = (kind: McpKind) => (kind.takesFile && engine.upload ? fileTool(engine, kind) : kindTool(engine, kind));
  return [...kinds.map(toolOf), statusTool(engine, kinds), cancelTool(engine, kinds)];
}

/** URI of a result. */
export const resourceUri = (kind: string, id: string): string => `gleaner://${kind}/${id}`;

function kindTool(engine: McpEngine, { kind, name, summary, path, isListed, schema }: McpKind): McpTool {
  const next = isListed ? ' Returns an id immediately; read the results with job_status.' : '';
  const tool = { name: kind, title: name, description: `${summary}${next}`, inputSchema: inputSchema(schema) };
  return {
    tool,
    async run(body, signal) {
      const answer = await engine.call({ method: 'POST', path, body }, signal);
      return isListed ? startedResult(kind, started.parse(answer)) : answerResult(answer);
    },
  };
}

/** Returns the tool for a job kind that takes a file. The model specifies the path of the file. */
function fileTool(engine: McpEngine, { kind, name, path, schema }: McpKind): McpTool {
  const { file: _, ...options } = (schema.properties ?? {}) as Readonly<Record<string, unknown>>;
  const properties = { file: { type: 'string', description: 'Path of the file on this machine.' }, ...options };
  const description =
    'Reads a file on this machine: PDF, Office document, e-book, email, spreadsheet, HTML, text and more.';
  return {
    tool: { name: kind, title: name, description, inputSchema: inputSchema({ ...schema, properties }) },
    async run({ file, ...body }, signal) {
      if (typeof file !== 'string' || !engine.upload) throw new Error('Provide the path of a file as `file`.');
      return answerResult(await engine.upload(path, file, body, signal));
    },
  };
}

function startedResult(kind: string, answer: z.output<typeof started>): CallToolResult {
  const { id, success: _, url: __, ...facts } = answer;
  const told = Object.keys(facts).length > 0 ? ` ${JSON.stringify(facts)}` : '';
  const text = `The job ${id} has started.${told} Call job_status with this id for its results.`;
  const link = {
    type: 'resource_link' as const,
    uri: resourceUri(kind, id),
    name: `${kind} ${id}`,
    mimeType: 'application/json',
  };
  return { content: [{ type: 'text', text }, link] };
}

/** Returns a page as Markdown, followed by the page's other fields. Returns any other response as JSON. */
function answerResult(answer: unknown): CallToolResult {
  const { data } = scraped.safeParse(answer).data ?? {};
  if (data?.markdown === undefined) return { content: [json(answer)] };
  const { markdown, ...rest } = data;
  return { content: [{ type: 'text', text: markdown }, json(rest)] };
}

function statusTool(engine: McpEngine, kinds: readonly McpKind[]): McpTool {
  const description =
    'Status and results of a job; waits up to `waitSeconds` for the job to finish. Use `skip` to read more results.';
  return {
    tool: { name: 'job_status', title: 'Job status', description, inputSchema: schemaOf(statusInput) },
    async run(input, signal) {
      const { id, waitSeconds, skip, limit } = statusInput.parse(input);
      const path = `${await jobPath(engine, kinds, id, signal)}?skip=${skip}&limit=${limit}`;
      const until = performance.now() + waitSeconds * 1000;
      for (;;) {
        const answer = await engine.call({ method: 'GET', path }, signal);
        if (ended.has(status.parse(answer).status) || performance.now() >= until) return { content: [json(answer)] };
        await pause(pollMs, undefined, { signal });
      }
    },
  };
}

function cancelTool(engine: McpEngine, kinds: readonly McpKind[]): McpTool {
  const description = 'Cancels a job; its results so far stay available.';
  return {
    tool: { name: 'job_cancel', title: 'Cancel a job', description, inputSchema: schemaOf(cancelInput) },
    async run(input, signal) {
      const { id } = cancelInput.parse(input);
      const path = await jobPath(engine, kinds, id, signal);
      return { content: [json(await engine.call({ method: 'DELETE', path }, signal))] };
    },
  };
}

/** Returns the path of a job's status route. For an unknown ID, throws an error with the engine's message. */
async function jobPath(engine: McpEngine, kinds: readonly McpKind[], id: string, signal: AbortSignal): Promise<string> {
  const { kind } = await readJob(engine, id, signal);
  const path = kinds.find((one) => one.kind === kind)?.path;
  if (path === undefined) throw new Error(`Jobs of the kind "${kind}" have no results in this version.`);
  return `${path}/${encodeURIComponent(id)}`;
}

const schemaOf = (schema: z.ZodObject): Tool['inputSchema'] => inputSchema(z.toJSONSchema(schema, { io: 'input' }));

const json = (value: unknown) => ({ type: 'text' as const, text: JSON.stringify(value, undefined, 1) });

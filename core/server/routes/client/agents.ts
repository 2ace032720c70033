import { z } from 'zod';
import {
  agentListAnswer,
  agentSnapshotAnswer,
  agentThreadAnswer,
  agentTraceAnswer,
} from '../../../common/api/client/agents';
import { jobIdParams } from '../../../common/api/params';
import { AppError } from '../../../common/errors';
import { isFinal, type Job } from '../../../common/job';
import { JobReader } from '../../../jobs/job-reader';
import type { StartedAgent } from '../../../kinds/agent/agent-rules';
import { AgentThreads } from '../../../kinds/agent/agent-threads';
import { listedAgent, snapshotOf, threadRun, traceOf } from '../../../kinds/agent/agent-views';
import { route, routeGroup } from '../../route';
import { ownAddress } from '../jobs/jobs';

/** Number of agent runs per page of the list. */
const pageSize = 20;

const tag = 'v2';
const path = '/v2/agent';
const success = true as const;
const listQuery = z.object({
  before: z.coerce
    .number()
    .int()
    .min(0)
    .optional()
    .describe('Return only runs that started before this time, in milliseconds since the Unix epoch.'),
});
const snapshotParams = jobIdParams.extend({
  snapshotId: z
    .string()
    .min(1)
    .max(100)
    .describe('ID of the snapshot, which contains the data of a run or of one of its steps.'),
});
const threadParams = z.object({ threadId: z.guid().describe('ID of the thread.') });
const traceQuery = z.object({
  liveView: z.stringbool().default(false).describe('If true, also lists open browser sessions.'),
});
const threadQuery = z.object({
  includeData: z.stringbool().default(false).describe('If true, returns the data of each run.'),
});

/** Routes for agent runs and their threads. */
export const agentListRoutes = routeGroup([AgentThreads], (threads) => [
  route(
    'GET',
    path,
    { tag, query: listQuery, answer: agentListAnswer, description: 'Agent runs, newest first.' },
    async ({ query: { before = Number.POSITIVE_INFINITY }, protocol, headers }) => {
      const runs = (await threads.all()).filter(({ createdAt }) => Date.parse(createdAt) < before);
      const shown = runs.slice(0, pageSize);
      const last = runs.length > pageSize ? shown.at(-1) : undefined;
      const next = last && `${ownAddress({ protocol, headers })}${path}?before=${Date.parse(last.createdAt)}`;
      return { success, agents: shown.map(listedAgent), ...(next ? { next } : {}) };
    },
  ),
  route(
    'GET',
    `${path}/threads/:threadId`,
    {
      tag,
      params: threadParams,
      query: threadQuery,
      answer: agentThreadAnswer,
      description: 'Runs of a thread, oldest first.',
    },
    async ({ params: { threadId: id }, query: { includeData } }) => {
      const jobs = await threads.runs(id);
      const times = jobs.map(({ createdAt, finishedAt }) => finishedAt ?? createdAt).sort();
      const status = jobs.every(({ state }) => isFinal(state)) ? ('idle' as const) : ('running' as const);
      const runs = jobs.map((job) => threadRun(job, includeData));
      const [first] = jobs;
      const createdAt = first?.createdAt ?? '';
      return { success, thread: { id, createdAt, updatedAt: times.at(-1) ?? createdAt, status, runs } };
    },
  ),
]);

/** Routes for agent traces. */
export const agentTraceRoutes = routeGroup([JobReader], (reader: JobReader) => {
  const read = (id: string) =>
    reader.job(id, ['agent'], 'Agent job not found; results are kept for 24 hours.') as Promise<Job<StartedAgent>>;
  return [
    route(
      'GET',
      `${path}/:id/trace`,
      {
        tag,
        params: jobIdParams,
        query: traceQuery,
        answer: agentTraceAnswer,
        description: 'Steps of an agent run, as events.',
      },
      async ({ params: { id }, query: { liveView } }) => {
        const job = await read(id);
        const live = liveView ? { activeBrowserSessions: [] } : {};
        return { success, id, events: [...traceOf(job)], creditsUsed: job.spent?.credits ?? 0, ...live };
      },
    ),
    route(
      'GET',
      `${path}/:id/snapshots/:snapshotId`,
      {
        tag,
        params: snapshotParams,
        answer: agentSnapshotAnswer,
        description: 'Data of an agent run, or of one of its steps.',
      },
      async ({ params: { id, snapshotId } }) => {
        const snapshot = snapshotOf(await read(id), snapshotId);
        if (snapshot !== undefined) return { success, id, snapshotId, snapshot };
        throw new AppError(
          'NOT_FOUND',
          `The agent has no snapshot ${snapshotId}; its trace lists the available snapshots.`,
        );
      },
    ),
  ];
});

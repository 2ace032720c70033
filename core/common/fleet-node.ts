import { z } from 'zod';

const count = z.int().min(0);

/** Schema of the facts that a process reports about itself. */
export const nodeFacts = z.object({
  role: z.enum(['all', 'api', 'worker']).describe('Role: `api` takes requests, `worker` reads pages of jobs.'),
  host: z.string().describe('Name of the machine it runs on.'),
  pid: z.int().describe('Process id on that machine.'),
  version: z.string().describe('Version of Gleaner.'),
  startedAt: z.iso.datetime().describe('When it was started.'),
  pages: count.describe('Pages in progress at its last heartbeat.'),
  reads: z
    .array(z.string())
    .describe(
      'Storage formats that this process can read but earlier versions, or processes without an object store, cannot.',
    ),
});

/** Schema of a process that shares the database, as shown in the UI. */
export const fleetNode = nodeFacts.extend({
  id: z.string().describe('Name of its connection in the session list of the database server.'),
  seenAt: z.iso.datetime().describe('Time of its last heartbeat.'),
  isLost: z.boolean().describe('True when its last heartbeat is older than a lease; the process is presumed dead.'),
  isThis: z.boolean().describe('True for the process that answers this request.'),
  jobs: count.describe('Jobs that it coordinates.'),
  slots: count.describe('Number of host slots it holds.'),
  deliveries: count.describe('Deliveries in progress.'),
});

/** Facts that a process reports about itself. */
export type NodeFacts = z.output<typeof nodeFacts>;
/** A process that shares the database, as shown in the UI. */
export type FleetNode = z.output<typeof fleetNode>;

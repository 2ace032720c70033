import { z } from 'zod';

const count = z.int().min(0);

/** Schema of the facts that a process reports about itself. */
export const nodeFacts = z.object({
  role: z.enum(['all', 'api', 'worker']).describe('Role: `api` takes requests, `worker` reads pages of jobs.'),
  host: z.string().describe('Name of the machine that the process runs on.'),
  pid: z.int().describe('Process ID on the machine.'),
  version: z.string().describe('Version of Gleaner.'),
  startedAt: z.iso.datetime().describe('When the process was started.'),
  pages: count.describe('Number of pages in progress at the last heartbeat.'),
  reads: z
    .array(z.string())
    .describe(
      'Storage formats that this process can read but earlier versions, or processes without an object store, cannot.',
    ),
});

/** Schema of a process that shares the database, as shown in the UI. */
export const fleetNode = nodeFacts.extend({
  id: z.string().describe('Name of the connection in the session list of the database server.'),
  seenAt: z.iso.datetime().describe('Time of the last heartbeat.'),
  isLost: z
    .boolean()
    .describe('True when the last heartbeat is older than a lease; the process is then presumed dead.'),
  isThis: z.boolean().describe('True for the process that answers this request.'),
  jobs: count.describe('Number of jobs that the process coordinates.'),
  slots: count.describe('Number of host slots in use by the process.'),
  deliveries: count.describe('Deliveries in progress.'),
});

/** Information that a process reports about itself. */
export type NodeFacts = z.output<typeof nodeFacts>;
/** A process that shares the database, as shown in the UI. */
export type FleetNode = z.output<typeof fleetNode>;

import { z } from 'zod';

const count = z.int().min(0);

/** Schema of the information that a process reports about itself. */
export const nodeFacts = z.object({
  role: z
    .enum(['all', 'api', 'worker'])
    .describe('`api` accepts requests, `worker` reads the pages of jobs, `all` does both.'),
  host: z.string().describe('Name of the machine that the process runs on.'),
  pid: z.int().describe('Process ID on the machine.'),
  version: z.string().describe('Version of Gleaner.'),
  startedAt: z.iso.datetime().describe('When the process was started.'),
  pages: count.describe('Number of pages in progress at the last heartbeat.'),
  reads: z
    .array(z.string())
    .describe('Storage formats that this process can read in addition to the formats that every process can read.'),
});

/** Schema of a process that shares the database, as shown in the UI. */
export const fleetNode = nodeFacts.extend({
  id: z
    .string()
    .describe(
      'ID of the process, which is also the name of the process’s connection in the database server’s session list.',
    ),
  seenAt: z.iso.datetime().describe('Time of the last heartbeat.'),
  isLost: z.boolean().describe('True if the last heartbeat is so old that the process is presumed dead.'),
  isThis: z.boolean().describe('True for the process that answers this request.'),
  jobs: count.describe('Number of jobs that the process coordinates.'),
  slots: count.describe('Number of host slots (permits to fetch a page from a host) that the process holds.'),
  deliveries: count.describe('Number of deliveries in progress.'),
});

/** Information that a process reports about itself. */
export type NodeFacts = z.output<typeof nodeFacts>;
/** A process that shares the database, as shown in the UI. */
export type FleetNode = z.output<typeof fleetNode>;

import { z } from 'zod';

const count = z.int().min(0);

/** Schema of the facts a process reports about itself. */
export const nodeFacts = z.object({
  role: z.enum(['all', 'api', 'worker']).describe('What it does: `api` takes requests, `worker` reads pages of jobs.'),
  host: z.string().describe('Name of its machine.'),
  pid: z.int().describe('Number of the process on that machine.'),
  version: z.string().describe('Version of Gleaner.'),
  startedAt: z.iso.datetime().describe('When it was started.'),
  pages: count.describe('Pages in work when it was seen last.'),
  reads: z
    .array(z.string())
    .describe('Forms of stored data that it can read and an earlier version, or one without an object store, cannot.'),
});

/** Schema of a process that shares a database, as shown to people. */
export const fleetNode = nodeFacts.extend({
  id: z.string().describe('Its session, which is in the list of connections of the server, too.'),
  seenAt: z.iso.datetime().describe('When it said last that it is there.'),
  isLost: z.boolean().describe('True when that is longer ago than a lease: it is taken for ended.'),
  isThis: z.boolean().describe('True for the process that answers.'),
  jobs: count.describe('Jobs that it leads.'),
  slots: count.describe('Pages for which it holds a slot of a host.'),
  deliveries: count.describe('Deliveries that it tries.'),
});

/** Facts a process reports about itself. */
export type NodeFacts = z.output<typeof nodeFacts>;
/** A process that shares a database, as shown to people. */
export type FleetNode = z.output<typeof fleetNode>;

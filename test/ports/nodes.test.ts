import { afterEach, describe, expect, it } from 'vitest';
import type { NodeFacts } from '../../core/common/fleet-node';
import type { Storage } from '../../core/ports/storage';
import { openStorage } from '../../core/storage/open-storage';
import { postgresDatabases } from '../storage/postgres-kind';
import { folders, testClock } from '../storage/support';
import { noPostgres } from '../support/postgres';

const temporary = folders();
const databases = postgresDatabases();
const opened: Storage[] = [];

const facts = (role: NodeFacts['role'], host: string): NodeFacts => ({
  ...{ role, host, pid: 1, version: '0.1.0', startedAt: '2026-11-20T00:00:00Z', pages: 0, reads: [] },
});

describe.skipIf(noPostgres)('the processes of a database', () => {
  afterEach(async () => {
    for (const storage of opened.splice(0)) await storage.close();
    await temporary.removeAll();
  });

  it('know their number on a machine', async () => {
    const [databaseUrl, clock, leaseMs] = [await databases.make(), testClock(), 10_000];
    const node = async (role: NodeFacts['role'], host: string) => {
      const storage = await openStorage(await temporary.make(), { databaseUrl, clock, leaseMs });
      opened.push(storage);
      await storage.nodes.heartbeat(facts(role, host));
      return storage.nodes;
    };
    const [api, one] = [await node('api', 'here'), await node('worker', 'here')];
    await node('worker', 'there');
    expect(await Promise.all(['here', 'there', 'nowhere'].map((host) => api.workersOn(host)))).toEqual([1, 1, 0]);
    const other = await node('all', 'here');
    expect(await one.workersOn('here')).toBe(2);
    await other.leave();
    expect(await one.workersOn('here')).toBe(1);
    clock.pass(leaseMs + 1);
    await api.heartbeat(facts('api', 'here'));
    expect(await api.workersOn('here')).toBe(0);
  });
});

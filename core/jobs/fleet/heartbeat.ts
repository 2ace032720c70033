import { hostname } from 'node:os';
import { toAppError } from '../../common/errors';
import type { NodeFacts } from '../../common/fleet-node';
import type { Log } from '../../common/log';
import type { Hooks } from '../../contract/hooks';
import type { CpuShare } from '../../page/reading/cpu-share';
import type { Nodes } from '../../ports/nodes';

/** Maximum interval between heartbeats in ms. */
const maxIntervalMs = 5000;

/** Information for heartbeats, apart from the host name and process ID. */
interface OwnFacts extends Pick<NodeFacts, 'role' | 'version' | 'reads'> {
  readonly leaseMs: number;
  /** Returns the number of pages in progress. */
  readonly pages: () => number;
  /** Updated at each heartbeat with the number of processes on this machine. */
  readonly share: CpuShare;
}

/** Sends heartbeats for this process until the engine closes. */
export function startHeartbeat(hooks: Hooks, nodes: Nodes, log: Log, own: OwnFacts): void {
  const { role, version, reads, leaseMs, pages, share } = own;
  const facts = { role, version, reads, host: hostname(), pid: process.pid, startedAt: new Date().toISOString() };
  let beating: Promise<void> = Promise.resolve();
  let timer: NodeJS.Timeout | undefined;
  const beatOnce = async () => {
    await nodes.heartbeat({ ...facts, pages: pages() });
    share.setProcesses((await nodes.workersOn(facts.host)) + (role === 'api' ? 1 : 0));
  };
  const beat = () => {
    beating = beatOnce().catch((thrown: unknown) => {
      log.debug(`the heartbeat of this process could not be stored: ${toAppError(thrown).message}`);
    });
    return beating;
  };
  hooks.ready.tapPromise('node', async () => {
    timer = setInterval(() => void beat(), Math.min(maxIntervalMs, leaseMs / 4)).unref();
    await beat();
  });
  hooks.closing.tapPromise('node', async () => {
    clearInterval(timer);
    await beating;
    await nodes.leave().catch(() => undefined);
  });
}

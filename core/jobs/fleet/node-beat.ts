import { hostname } from 'node:os';
import { toAppError } from '../../common/errors';
import type { NodeFacts } from '../../common/fleet-node';
import type { Log } from '../../common/log';
import type { Hooks } from '../../contract/hooks';
import type { MachineShare } from '../../page/reading/machine-share';
import type { Nodes } from '../../ports/nodes';

/** Longest time between two beats, in milliseconds. */
const mostMs = 5000;

/** What is told of this process beside what the system knows. */
interface OwnFacts extends Pick<NodeFacts, 'role' | 'version' | 'reads'> {
  readonly leaseMs: number;
  /** Pages in work now. */
  readonly pages: () => number;
  /** Is told who shares the machine. */
  readonly share: MachineShare;
}

/** Says from time to time that this process is there, until it ends. */
export function beatNode(hooks: Hooks, nodes: Nodes, log: Log, own: OwnFacts): void {
  const { role, version, reads, leaseMs, pages, share } = own;
  const facts = { role, version, reads, host: hostname(), pid: process.pid, startedAt: new Date().toISOString() };
  let beating: Promise<void> = Promise.resolve();
  let timer: NodeJS.Timeout | undefined;
  const beatOnce = async () => {
    await nodes.beat({ ...facts, pages: pages() });
    share.setProcesses((await nodes.workersOn(facts.host)) + (role === 'api' ? 1 : 0));
  };
  const beat = () => {
    beating = beatOnce().catch((thrown: unknown) => {
      log.debug(`the heartbeat of this process could not be stored: ${toAppError(thrown).message}`);
    });
    return beating;
  };
  hooks.ready.tapPromise('node', async () => {
    timer = setInterval(() => void beat(), Math.min(mostMs, leaseMs / 4)).unref();
    await beat();
  });
  hooks.closing.tapPromise('node', async () => {
    clearInterval(timer);
    await beating;
    await nodes.leave().catch(() => undefined);
  });
}

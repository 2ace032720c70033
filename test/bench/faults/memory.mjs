/** Memory fault: a machine with 512 MB, simulated by a Linux control group (version 1 or 2). */
import { existsSync, mkdirSync, readFileSync, rmdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { startBatch, startEngine, startSite, untilEnded } from './engine.mjs';

const bytes = 512 * 2 ** 20;

/** Creates a control group with a memory limit. Returns undefined if this is not possible. */
function limitedGroup() {
  const [first, second] = ['/sys/fs/cgroup/memory', '/sys/fs/cgroup'];
  const isFirst = existsSync(join(first, 'memory.limit_in_bytes'));
  const dir = join(isFirst ? first : second, `gleaner-fault-${process.pid}`);
  try {
    mkdirSync(dir);
    writeFileSync(join(dir, isFirst ? 'memory.limit_in_bytes' : 'memory.max'), String(bytes));
  } catch {
    return undefined;
  }
  const killsIn = (file) => Number(/oom_kill (\d+)/.exec(readFileSync(join(dir, file), 'utf8'))?.[1] ?? 0);
  return {
    procs: join(dir, 'cgroup.procs'),
    kills: () => killsIn(isFirst ? 'memory.oom_control' : 'memory.events'),
    remove: () => rmdirSync(dir),
  };
}

/** Returns a module that adds the engine to the control group before the engine reads the available memory. */
const joining = (procs) => `
import { writeFileSync } from 'node:fs';
import { isMainThread } from 'node:worker_threads';
if (isMainThread) writeFileSync(${JSON.stringify(procs)}, String(process.pid));
`;

async function memoryLimit({ dir, short, check }) {
  const group = limitedGroup();
  if (!group) return 'needs root on Linux, to make a control group';
  writeFileSync(join(dir, 'join.mjs'), joining(group.procs));
  const [large, plain] = [await startSite({ bytes: 2_000_000 }), await startSite()];
  const engine = await startEngine(join(dir, 'data'), { nodeArgs: ['--import', join(dir, 'join.mjs')] });
  const isAlive = () => process.kill(engine.pid, 0);
  try {
    const pages = short ? 4 : 30;
    const files = await untilEnded(engine, await startBatch(engine, large, pages), 180_000);
    check(`pages of 2 MB, of ${pages}`, files.completed, files.completed === pages);
    const views = short ? 1 : 6;
    const drawn = await untilEnded(
      engine,
      await startBatch(engine, plain, views, { formats: ['screenshot'] }),
      180_000,
    );
    check(`browser pages, of ${views}`, drawn.completed, drawn.completed === views);
    check('the engine itself', isAlive() ? 'lives' : 'died', isAlive());
    check('processes killed for lack of memory', group.kills());
  } finally {
    await engine.stop();
    large.close();
    plain.close();
    group.remove();
  }
  return undefined;
}

/** Faults on a machine with little memory, keyed by name. */
export const memoryFaults = { 'memory-limit': memoryLimit };

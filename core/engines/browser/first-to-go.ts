import { readFile, writeFile } from 'node:fs/promises';

/** The highest value: the process the kernel ends first when memory runs out. */
const mostLikely = '1000';

/** Makes Linux end the browser before the engine when memory runs out; does nothing on other systems or without permission. */
export async function makeFirstToGo(pid: number): Promise<void> {
  if (process.platform !== 'linux') return;
  for (const id of [pid, ...(await descendantsOf(pid))]) {
    await writeFile(`/proc/${id}/oom_score_adj`, mostLikely).catch(() => undefined);
  }
}

async function descendantsOf(pid: number): Promise<readonly number[]> {
  const text = await readFile(`/proc/${pid}/task/${pid}/children`, 'utf8').catch(() => '');
  const children = text.split(' ').map(Number).filter(Boolean);
  return [...children, ...(await Promise.all(children.map(descendantsOf))).flat()];
}

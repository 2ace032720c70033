import { readFile, writeFile } from 'node:fs/promises';

/** Of all processes the likeliest to be ended when memory runs out. */
const mostLikely = '1000';

/** Lets Linux end the browser rather than the engine when memory runs out; nothing elsewhere, or where it is forbidden. */
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

import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Markdown extracted from one page of a set. */
export interface Answer {
  readonly set: string;
  readonly id: string;
  readonly markdown: string;
}

const ANSWERS = join(import.meta.dirname, 'answers.mjs');
const HEADLINES = ['f1', 'f1_macro', 'without', 'precision', 'recall'];

function run(args: readonly string[], env: Readonly<Record<string, string>> = {}): string {
  const { status, stdout, stderr } = spawnSync(process.execPath, args, {
    env: { ...process.env, ...env },
    encoding: 'utf8',
    maxBuffer: 1 << 26,
  });
  if (status !== 0) throw new Error(`${args[0]} ended with ${status}: ${stderr}`);
  return stdout;
}

/**
 * Scores Markdown with the benchmark kit in the folder `kit`, whose packages must be installed. Returns one line for
 * each set, with the F1 scores of the set and its kinds of pages. The last lines show the share of units that are
 * intact in the Markdown.
 */
export function judge(kit: string, answers: readonly Answer[], worst = 0): string {
  const folder = mkdtempSync(join(tmpdir(), 'gleaner-answers-'));
  try {
    const sets = [...new Set(answers.map(({ set }) => set))];
    for (const set of sets) mkdirSync(join(folder, set));
    for (const { set, id, markdown } of answers)
      writeFileSync(join(folder, set, `${id}.json`), JSON.stringify({ markdown }));
    const lines = sets.map((set) => {
      const out = join(folder, `${set}.scores`);
      const args = [join(kit, 'score.mjs'), set, '--part', 'dev', '--module', ANSWERS, '--out', out];
      run(args, { ANSWERS: join(folder, set) });
      const { summary } = JSON.parse(readFileSync(out, 'utf8'))[set];
      const figures = Object.entries<number>(summary).filter(
        ([name]) => HEADLINES.includes(name) || (name.startsWith('f1_') && name !== 'f1_sd'),
      );
      return `${set}: ${figures.map(([name, value]) => `${name} ${value.toFixed(3)}`).join(', ')}`;
    });
    const structure = ['structure.mjs', '--part', 'dev', '--worst', String(worst)];
    return [...lines, run([join(kit, structure[0] ?? ''), folder, ...structure.slice(1)])].join('\n');
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

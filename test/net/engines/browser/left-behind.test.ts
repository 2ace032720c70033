import { execFileSync, spawn } from 'node:child_process';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { build } from 'vite';
import { describe, expect, it, vi } from 'vitest';
import { commandOf, ProcessRecords } from '../../../../core/net/engines/browser/process-records';
import { eventually } from './support/browser-lab';

describe('a killed engine', () => {
  it('leaves no browser running and no profile after the next start', async () => {
    const folder = mkdtempSync(join(process.cwd(), 'node_modules/.left-behind-'));
    const dataDir = mkdtempSync(join(tmpdir(), 'gleaner-left-'));
    try {
      const entry = join(process.cwd(), 'test/net/engines/browser/support/lonely-engine.ts');
      await build({
        configFile: false,
        logLevel: 'silent',
        build: {
          ssr: entry,
          outDir: folder,
          target: 'node24',
          rollupOptions: { external: [/^[a-z@][^:]*$/, /^node:/] },
        },
      });
      const owner = spawn(process.execPath, [join(folder, 'lonely-engine.js'), dataDir], {
        stdio: ['ignore', 'pipe', 'inherit'],
      });
      const pid = await new Promise<number>((resolve) => owner.stdout.once('data', (data) => resolve(Number(data))));
      expect(processesOf(dataDir).length).toBeGreaterThan(0);
      owner.kill('SIGKILL');
      await eventually(() => owner.signalCode !== null);
      new ProcessRecords(dataDir).endOrphans();
      await eventually(() => processesOf(dataDir).length === 0 && groupOf(pid) === 0);
      expect(readdirSync(join(dataDir, 'browser'))).toEqual([]);
    } finally {
      rmSync(folder, { recursive: true, force: true });
      rmSync(dataDir, { recursive: true, force: true });
    }
  });
});

/** Returns the processes whose command line contains the folder. */
function processesOf(folder: string): readonly string[] {
  const lines = execFileSync('ps', ['-eo', 'stat=,args='], { encoding: 'utf8' }).split('\n');
  return lines.filter((line) => line.includes(`--user-data-dir=${folder}`) && !line.startsWith('Z'));
}

/** Returns the number of running processes in a process group. */
function groupOf(leader: number): number {
  const lines = execFileSync('ps', ['-eo', 'pgid=,stat='], { encoding: 'utf8' }).split('\n');
  return lines.filter((line) => Number(line.trim().split(/\s+/)[0]) === leader && !line.includes('Z')).length;
}

it('reads a complete command line where `ps` truncates lines, as on macOS', async () => {
  const path = `--user-data-dir=/tmp/${'a'.repeat(100)}/profile`;
  const child = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)', '--', path]);
  try {
    vi.stubEnv('COLUMNS', '79');
    await eventually(() => commandOf(child.pid ?? 0, 'darwin').includes('setInterval'));
    expect(commandOf(child.pid ?? 0, 'darwin')).toContain(path);
  } finally {
    vi.unstubAllEnvs();
    child.kill();
  }
});

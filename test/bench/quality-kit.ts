import { spawn } from 'node:child_process';
import { cpSync, existsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Copies the benchmark kit to the temporary folder and installs its packages there. Returns the path of the copy. */
export async function qualityKit(quality: string): Promise<string> {
  const kit = join(tmpdir(), 'gleaner-quality-kit');
  if (existsSync(join(kit, 'node_modules'))) return kit;
  cpSync(quality, kit, { recursive: true });
  const npm = process.platform === 'win32' ? 'npm.cmd' : 'npm';
  await new Promise<void>((done, fail) => {
    spawn(npm, ['install', '--no-audit', '--no-fund'], { cwd: kit, stdio: 'ignore' }).once('exit', (code) =>
      code === 0 ? done() : fail(new Error('the packages of the quality kit could not be installed')),
    );
  });
  return kit;
}

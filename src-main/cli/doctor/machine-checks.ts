import { execFile } from 'node:child_process';
import { access, constants, mkdir, statfs } from 'node:fs/promises';
import { createServer } from 'node:net';
import { promisify } from 'node:util';
import { findBrowser } from '../../../core/net/engines/browser/find-browser';
import { openVault } from '../../../core/platform/secrets/open-vault';
import type { RunOptions } from '../../../core/platform/settings/settings';
import { withoutBrowser } from '../browser-offer';
import type { EngineState } from '../running-engine';
import { startSettings } from '../start-settings';
import { checked, type Finding } from './finding';

const execute = promisify(execFile);

/** Free disk space in bytes below which the check reports a problem (first value) or a warning (second value). */
const [minFreeBytes, scarceBytes] = [256 * 1024 * 1024, 2 * 1024 ** 3];
const versionTimeoutMs = 15_000;

/** Checks this machine. Does not need a running engine. */
export async function machineChecks(run: RunOptions, running: EngineState | undefined): Promise<readonly Finding[]> {
  const { browserPath, port } = await startSettings(run);
  return Promise.all([
    browserFinding(browserPath),
    portFinding(port, run.host, running),
    folderFinding(run.dataDir),
    keychainFinding(run),
  ]);
}

/** Checks that a browser is installed and that it starts. */
export function browserFinding(browserPath?: string): Promise<Finding> {
  const name = 'browser';
  return checked(
    name,
    'Install Chromium with the system package manager, which also installs its libraries.',
    async () => {
      const found = await findBrowser({ configuredPath: browserPath });
      if (!found && browserPath) {
        const advice =
          'Correct the path in Settings → Browser; the variable GLEANER_BROWSER_PATH overrides this setting.';
        return { name, state: 'problem', text: `The browser path ${browserPath} is not a program.`, advice };
      }
      if (!found) {
        const advice = 'Run `gleaner browser install`, or install Chromium or Google Chrome.';
        return { name, state: 'warning', text: `No browser was found. ${withoutBrowser}`, advice };
      }
      // Chrome for Windows would open a window instead of printing its version.
      if (process.platform === 'win32') return { name, state: 'ok', text: `${found.path}.` };
      const { stdout } = await execute(found.path, ['--version'], { timeout: versionTimeoutMs });
      return { name, state: 'ok', text: `${stdout.trim()} at ${found.path}.` };
    },
  );
}

/** Checks that the engine can listen on its port, or is already listening. */
export function portFinding(port: number, host: string, running?: EngineState): Promise<Finding> {
  const name = 'port';
  if (running) return Promise.resolve({ name, state: 'ok', text: `Gleaner is running at ${running.url}.` });
  return new Promise((resolve) => {
    const server = createServer();
    server.once('error', ({ code, message }: NodeJS.ErrnoException) => {
      const text = code === 'EADDRINUSE' ? `Another program uses port ${port}.` : message;
      const advice = 'Stop that program, or start Gleaner on another port: `gleaner serve --port 3003`.';
      resolve({ name, state: 'problem', text, advice });
    });
    server.listen(port, host, () =>
      server.close(() => resolve({ name, state: 'ok', text: `Port ${port} is free; no engine is running.` })),
    );
  });
}

/** Checks that the data directory is writable and that its disk has free space. */
export function folderFinding(dataDir: string): Promise<Finding> {
  const name = 'disk';
  const advice = `Make ${dataDir} writable, or choose another folder with \`--data-dir\`.`;
  return checked(name, advice, async () => {
    await mkdir(dataDir, { recursive: true, mode: 0o700 });
    await access(dataDir, constants.W_OK);
    const { bavail, bsize } = await statfs(dataDir);
    return spaceFinding(dataDir, bavail * bsize);
  });
}

/** Checks whether the data directory's disk has enough free space. */
export function spaceFinding(dataDir: string, freeBytes: number): Finding {
  const text = `${dataDir} has ${(freeBytes / 1024 ** 3).toFixed(1)} GB of free space.`;
  if (freeBytes >= scarceBytes) return { name: 'disk', state: 'ok', text };
  const advice = 'Free some space, or choose a folder on another disk with `--data-dir`.';
  return { name: 'disk', state: freeBytes < minFreeBytes ? 'problem' : 'warning', text, advice };
}

/** Checks where secrets would be stored. */
function keychainFinding({ dataDir, vaultPassphrase, databaseUrl }: RunOptions): Promise<Finding> {
  const name = 'keychain';
  return checked(name, 'Unlock the system keychain and try again.', async () => {
    if (databaseUrl !== undefined)
      return { name, state: 'ok', text: 'Secrets are stored encrypted in the shared database.' };
    const { kind, sentence, passedOver } = await openVault({ dataDir, passphrase: vaultPassphrase }).report();
    if (kind === 'keytar' || kind === 'keyring') return { name, state: 'ok', text: sentence };
    const [reason] = passedOver.map(({ reason }) => reason);
    const advice = 'On a server, set GLEANER_VAULT_PASSPHRASE; on a desktop, unlock the system keychain.';
    return {
      name,
      state: kind === 'memory' ? 'problem' : 'warning',
      text: `${sentence} ${reason ?? ''}`.trim(),
      advice,
    };
  });
}

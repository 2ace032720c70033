import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { expect, it } from 'vitest';
import { stopGently } from '../../../src-main/engine/child-process-forker';

/** Starts a child that exits with code 7 on the message `close` and with code 8 on SIGTERM. */
async function startChild() {
  const script = `process.on('message', (message) => message === 'close' && process.exit(7));
    process.on('SIGTERM', () => process.exit(8));
    process.send('ready');`;
  const child = spawn(process.execPath, ['-e', script], { stdio: ['ignore', 'ignore', 'inherit', 'ipc'] });
  await once(child, 'message');
  return child;
}

it('stops a child by message on Windows, where a signal would end it at once', async () => {
  const child = await startChild();
  stopGently(child, 'win32');
  expect(await once(child, 'exit')).toEqual([7, null]);
});

it.skipIf(process.platform === 'win32')('stops a child by signal elsewhere', async () => {
  const child = await startChild();
  stopGently(child, 'darwin');
  expect(await once(child, 'exit')).toEqual([8, null]);
});

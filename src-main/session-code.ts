/** Process that drives the page of a browser session for code in a sandbox; answers requests over its IPC channel. */
import fs from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import { setPriority } from 'node:os';
import { fileURLToPath } from 'node:url';
import { CodeProcess } from '../core/live/sandbox/code-process';
import type { CodeRequest } from '../core/live/sandbox/messages';

// Playwright looks for files of the system at its start, which Node's permissions answer with an exception.
const { existsSync } = fs;
fs.existsSync = (path) => {
  try {
    return existsSync(path);
  } catch {
    return false;
  }
};
syncBuiltinESMExports();

const code = new CodeProcess(fileURLToPath(new URL('./session-guest.js', import.meta.url)));
try {
  // Endless code must not slow down the engine.
  setPriority(10);
} catch {
  // Not permitted everywhere.
}
process.on('message', (request: CodeRequest) => {
  void code.run(request).then((outcome) => process.send?.(outcome));
});
// Reports that it is ready.
process.send?.({});
process.on('disconnect', () => process.exit(0));

/** Process that runs sandboxed code on the page of a browser session. Receives requests over its IPC channel. */
import fs from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import { fileURLToPath } from 'node:url';
import { CodeProcess } from '../core/live/sandbox/code-process';
import type { CodeRequest } from '../core/live/sandbox/messages';

// Playwright checks at startup whether system files exist. Node's permission model makes these checks throw, so
// `existsSync` returns false instead.
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
process.on('message', (request: CodeRequest) => {
  void code.run(request).then((outcome) => process.send?.(outcome));
});
// Reports that the process is ready.
process.send?.({});
process.on('disconnect', () => process.exit(0));

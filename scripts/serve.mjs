/**
 * `npm run serve -- [--port N] [--data-dir DIR] [--host 127.0.0.1] [--api-key-file FILE] [--allow-private-network]
 * [--role api] [--log-level info] [--log-format text]` Runs the engine in the foreground without a window. The engine
 * itself parses the options and receives signals.
 */
import { buildIfStale } from './build.mjs';
import { restartForEngine } from './engine-start.mjs';
import { endWithParent } from './programs.mjs';
import { runAfterSetUp } from './setup.mjs';

await runAfterSetUp(async () => {
  await buildIfStale();
  restartForEngine();
  endWithParent();
  await import('../out/main/engine.js');
});

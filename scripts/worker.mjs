/**
 * `npm run worker -- [--port N] [--data-dir DIR] [--allow-private-network] [--log-level info] [--log-format text]`
 * Fetches pages for background jobs that other processes have created in the database at `GLEANER_DATABASE_URL`.
 */
import { buildIfStale } from './build.mjs';
import { restartForEngine, workerStart } from './engine-start.mjs';
import { endWithParent } from './programs.mjs';
import { runAfterSetUp } from './setup.mjs';

await runAfterSetUp(async () => {
  await buildIfStale();
  restartForEngine(workerStart);
  endWithParent();
  process.argv.splice(2, 0, '--role', 'worker');
  await import('../out/main/engine.js');
});

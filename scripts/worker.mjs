/**
 * `npm run worker -- [--port N] [--data-dir DIR] [--allow-private-network] [--log-level info] [--log-format text]`
 * Reads pages of background jobs that other processes of the database in `GLEANER_DATABASE_URL` have accepted.
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

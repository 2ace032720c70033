/**
 * `npm start`: installs and builds whatever is missing, then opens Gleaner in a desktop window. Without Electron or a
 * display, serves the same UI to browsers at the printed URL.
 */
import { buildIfStale } from './build.mjs';
import { say } from './console.mjs';
import { downloadElectron, electronProgram, electronVersion, hasDisplay } from './electron-program.mjs';
import { restartForEngine } from './engine-start.mjs';
import { become, endWithParent } from './programs.mjs';
import { root, runAfterSetUp } from './setup.mjs';

/** Returns the Electron program if a window can be opened. Otherwise, prints the reason. */
async function windowProgram() {
  if (!hasDisplay()) {
    say('There is no display, so Gleaner runs without a window; open the URL below in a browser.');
    return undefined;
  }
  if (process.getuid?.() === 0) {
    say('Electron does not open windows for root, so Gleaner runs without one; open the URL below in a browser.');
    return undefined;
  }
  const present = electronProgram();
  if (present) return present;
  say(`Downloading Electron ${electronVersion()} (about 110 MB, once) …`);
  const fetched = await downloadElectron();
  if (!fetched) say('Electron could not be downloaded, so Gleaner runs in your browser; open the URL below.');
  return fetched;
}

await runAfterSetUp(async () => {
  await buildIfStale();
  if (process.argv.includes('--help')) {
    // Shows the help of `gleaner serve`, because `npm start` accepts the same options.
    process.argv.splice(2, process.argv.length, 'serve', '--help');
    await import('../out/main/cli.js');
    return;
  }
  restartForEngine();
  const program = await windowProgram();
  if (program) {
    process.exitCode = await become(program, [root, ...process.argv.slice(2)]);
    return;
  }
  endWithParent();
  await import('../out/main/engine.js');
});

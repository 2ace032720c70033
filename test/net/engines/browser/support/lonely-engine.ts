/**
 * Runs an engine in its own process, so that a test can kill it. Prints the browser's process ID once the browser is
 * running.
 */
import { startLab } from './browser-lab';

const lab = startLab({ dataDir: process.argv[2] });
await lab.engine.warm();
process.stdout.write(`${await lab.engine.pid()}\n`);
setInterval(() => undefined, 1000);

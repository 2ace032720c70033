/** An engine in its own process, to be killed by a test. Prints the browser's process ID once the browser runs. */
import { startLab } from './browser-lab';

const lab = startLab({ dataDir: process.argv[2] });
await lab.engine.warm();
process.stdout.write(`${await lab.engine.pid()}\n`);
setInterval(() => undefined, 1000);

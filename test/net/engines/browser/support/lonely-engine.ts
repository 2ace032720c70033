/** An engine in a process of its own that is going to be killed; prints the browser's process id when it is up. */
import { startLab } from './browser-lab';

const lab = startLab({ dataDir: process.argv[2] });
await lab.engine.warm();
process.stdout.write(`${await lab.engine.pid()}\n`);
setInterval(() => undefined, 1000);

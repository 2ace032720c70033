/** An engine in its own process, which a test kills; prints the browser's process id when the browser runs. */
import { startLab } from './browser-lab';

const lab = startLab({ dataDir: process.argv[2] });
await lab.engine.warm();
process.stdout.write(`${await lab.engine.pid()}\n`);
setInterval(() => undefined, 1000);

// Passes the Markdown that `judge.ts` wrote into the folder ANSWERS to the scorer of the benchmark kit.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

export default ({ id }) => JSON.parse(readFileSync(join(process.env.ANSWERS, `${id}.json`), 'utf8'));

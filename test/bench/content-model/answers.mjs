// Returns to the scorer of the benchmark kit the Markdown that `judge.ts` has written into the folder ANSWERS.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

export default ({ id }) => JSON.parse(readFileSync(join(process.env.ANSWERS, `${id}.json`), 'utf8'));

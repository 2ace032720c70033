// Passes the Markdown from the folder ANSWERS, written by `judge.ts`, to the scorer of the benchmark kit.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

export default ({ id }) => JSON.parse(readFileSync(join(process.env.ANSWERS, `${id}.json`), 'utf8'));

import { readFileSync } from 'node:fs';

/** One instruction of a Dockerfile, e.g. `RUN` with its command. */
export interface Instruction {
  readonly name: string;
  readonly text: string;
}

/** The instructions of one build stage. */
export interface Stage {
  /** Name after `AS`, if any. */
  readonly name?: string;
  readonly instructions: readonly Instruction[];
}

/** Parses the stages of a Dockerfile. Drops comments and joins continued lines. */
export function readStages(path: string): readonly Stage[] {
  const lines = readFileSync(path, 'utf8')
    .replace(/^#.*\n/gm, '')
    .replace(/\\\n/g, ' ')
    .split('\n');
  const all = lines.filter(Boolean).map((line) => {
    const [, name = '', text = ''] = /^([A-Z]+)\s+(.*)$/.exec(line) ?? [];
    return { name, text };
  });
  const starts = all.flatMap(({ name }, index) => (name === 'FROM' ? index : []));
  return starts.map((start, at) => {
    const name = / AS (\S+)$/.exec(all[start]!.text)?.[1];
    return { ...(name === undefined ? {} : { name }), instructions: all.slice(start + 1, starts[at + 1]) };
  });
}

/** Parses the pairs in an `ENV` instruction. The values must be unquoted. */
export const readPairs = (text: string): Readonly<Record<string, string>> =>
  Object.fromEntries([...text.matchAll(/(\w+)=(\S+)/g)].map(([, name = '', value = '']) => [name, value]));

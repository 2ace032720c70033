import { constants } from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';
import { isAbsolute, join } from 'node:path';
import { defineSink, z } from '../../core/contract/plugin';

const lineFeed = 0x0a;
/** Latest write to each file. The next write to the file, from any sink, starts after this write has finished. */
const turns = new Map<string, Promise<unknown>>();

/** `file`: appends each event to a file as a line of JSON. Lines are written atomically. */
export default defineSink({
  id: 'file',
  summary: 'Appends events to a file, each as one line of JSON.',
  config: z.object({
    folder: z
      .string()
      .refine(isAbsolute, 'enter the full path')
      .describe('Existing folder in which to store the file.'),
    name: z
      .string()
      .regex(/^\w[\w.-]{0,99}\.jsonl$/, 'a plain name that ends in .jsonl')
      .default('gleaner-events.jsonl')
      .describe('Name of the file within the folder, ending in .jsonl.'),
  }),
  create: ({ folder, name }) => ({
    async deliver({ body }) {
      const path = join(folder, name);
      const turn = (turns.get(path) ?? Promise.resolve()).then(() => appendLine(path, body));
      const settled = turn.catch(() => undefined);
      turns.set(path, settled);
      void settled.then(() => turns.get(path) === settled && turns.delete(path));
      await turn;
      return { result: 'delivered' };
    },
  }),
});

async function appendLine(path: string, body: Uint8Array): Promise<void> {
  // Does not follow symbolic links, because a link could point to any file.
  const flags = constants.O_RDWR | constants.O_CREAT | constants.O_APPEND | (constants.O_NOFOLLOW ?? 0);
  const file = await open(path, flags, 0o600);
  try {
    const facts = await file.stat();
    if (!facts.isFile()) throw new Error(`${path} is not a regular file; choose another name for the sink's file.`);
    const { size } = facts;
    const start = (await endsTorn(file, size)) ? '\n' : '';
    const line = Buffer.concat([Buffer.from(start), body, Buffer.from('\n')]);
    try {
      const { bytesWritten } = await file.write(line);
      if (bytesWritten < line.length) throw new Error(`${path} could not be written completely; check free space.`);
      await file.datasync();
    } catch (thrown) {
      await file.truncate(size);
      throw thrown;
    }
  } finally {
    await file.close();
  }
}

/** True when the last line is incomplete because the process crashed during a write. */
async function endsTorn(file: FileHandle, size: number): Promise<boolean> {
  if (size === 0) return false;
  const last = Buffer.alloc(1);
  await file.read(last, 0, 1, size - 1);
  return last[0] !== lineFeed;
}

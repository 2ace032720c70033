import type { Command } from 'commander';
import { z } from 'zod';
import { type CommandContext, type EngineOptions, progress, withEngineOptions } from '../command-context';
import { withEngine } from '../engine-client';
import { writeOutput } from '../standard-output';

const listedKeys = z.object({
  items: z.array(
    z.object({
      id: z.string(),
      name: z.string(),
      prefix: z.string(),
      createdAt: z.string(),
      lastUsedAt: z.string().nullish(),
    }),
  ),
});
const createdKey = z.object({ key: z.string() });

/** Adds `gleaner keys list|create|revoke`, which manage the API keys of the running engine. */
export function addKeysCommand(program: Command, { signal }: CommandContext): void {
  const keys = program.command('keys').description('API keys of the engine on this machine');
  withEngineOptions(
    keys.command('list').description('list the keys by name; the keys themselves are not stored'),
  ).action((options: EngineOptions) =>
    withEngine({ ...options, mayStart: false }, signal, async (client) => {
      const answer = listedKeys.parse(await client.call({ method: 'GET', path: '/local/keys' }, signal));
      for (const { id, name, prefix, createdAt, lastUsedAt } of answer.items) {
        await writeOutput(`${[id, `${prefix}…`, name, createdAt, lastUsedAt ?? 'never used'].join('\t')}\n`);
      }
    }),
  );
  withEngineOptions(keys.command('create').description('create a key and print it once').argument('<name>')).action(
    (name: string, options: EngineOptions) =>
      withEngine({ ...options, mayStart: false }, signal, async (client) => {
        const answer = await client.call({ method: 'POST', path: '/local/keys', body: { name } }, signal);
        await writeOutput(`${createdKey.parse(answer).key}\n`);
        progress('Save the key now; it is not shown again.');
      }),
  );
  withEngineOptions(keys.command('revoke').description('revoke a key').argument('<id>')).action(
    (id: string, options: EngineOptions) =>
      withEngine({ ...options, mayStart: false }, signal, async (client) => {
        await client.call({ method: 'DELETE', path: `/local/keys/${encodeURIComponent(id)}` }, signal);
        progress('Revoked.');
      }),
  );
}

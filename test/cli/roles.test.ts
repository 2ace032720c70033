import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestEngine, type TestEngine } from '../support/engine';
import { noPostgres, type PostgresServer, startPostgres } from '../support/postgres';

let server: PostgresServer;
const started: TestEngine[] = [];
const start = async (command: string, args: readonly string[], env: NodeJS.ProcessEnv = {}) => {
  const engine = await startTestEngine({ entry: 'scripts/gleaner.mjs', command, args, env });
  started.push(engine);
  return engine;
};

describe.skipIf(noPostgres)('roles of the gleaner command', () => {
  beforeAll(async () => {
    server = await startPostgres();
  });
  afterAll(async () => {
    await Promise.all(started.map((engine) => engine.stop()));
    await server?.remove();
  });

  it('start with a database, list each other, and answer /health', async () => {
    const env = { GLEANER_DATABASE_URL: await server.database() };
    const api = await start('serve', ['--role', 'api'], env);
    const worker = await start('worker', [], env);
    for (const engine of [api, worker]) expect((await engine.call('GET', '/health')).status).toBe(200);
    const { items } = (await api.call('GET', '/local/workers')).body;
    expect(items.map(({ role }: { role: string }) => role).sort()).toEqual(['api', 'worker']);
    expect((await worker.call('GET', '/local/workers')).status).toBe(404);
  }, 90_000);

  it.each([
    ['serve', ['--role', 'api'], 'Gleaner could not start: The role api shares work'],
    ['worker', [], 'Gleaner could not start: The role worker shares work'],
  ])(
    '%s %j exits with a message without one',
    async (command, args, sentence) => {
      await expect(start(command, args)).rejects.toThrow(sentence);
    },
    60_000,
  );
});

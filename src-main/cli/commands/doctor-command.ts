import type { Command } from 'commander';
import { z } from 'zod';
import { readRunOptions } from '../../../core/platform/settings/settings';
import { type CommandContext, type EngineOptions, withEngineOptions } from '../command-context';
import { CommandError } from '../command-error';
import { checked, type Finding, renderFindings, summaryOf } from '../doctor/finding';
import { machineChecks } from '../doctor/machine-checks';
import { serviceChecks } from '../doctor/service-checks';
import { type ConnectOptions, type EngineClient, withEngine } from '../engine-client';
import { findRunningEngine } from '../running-engine';
import { writeOutput } from '../standard-output';

interface DoctorOptions extends EngineOptions {
  readonly url: string;
}

const health = z.object({ warnings: z.int().default(0) });

/** Adds `gleaner doctor`, which checks whether this machine has everything that Gleaner needs, and suggests fixes. */
export function addDoctorCommand(program: Command, { signal }: CommandContext): void {
  const command = program
    .command('doctor')
    .description('check browser, port, disk, keychain, database, proxies, model and search')
    .option('--url <url>', 'page to fetch through each proxy as a test', 'https://example.com/');
  withEngineOptions(command).action(async (options: DoctorOptions) => {
    const findings = await examine(options, signal);
    await writeOutput(renderFindings(findings));
    const summary = summaryOf(findings);
    if (findings.some(({ state }) => state === 'problem')) throw new CommandError(summary);
    await writeOutput(`${summary}\n`);
  });
}

/** Runs all checks. Starts an engine if none is running, because only an engine can check services. */
async function examine(options: DoctorOptions, signal: AbortSignal): Promise<readonly Finding[]> {
  const run = readRunOptions(options);
  const running = await findRunningEngine(run.dataDir, signal);
  const node: Finding = {
    name: 'Node.js',
    state: 'ok',
    text: `${process.version} on ${process.platform} ${process.arch}.`,
  };
  const machine = options.apiUrl ? [] : await machineChecks(run, running);
  const connect: ConnectOptions = { ...options, mayStart: true };
  const services: Finding[] = [];
  const engine = await checked('engine', 'Read the message; docs/operators/troubleshooting.md lists causes.', () =>
    withEngine(connect, signal, async (client) => {
      services.push(...(await serviceChecks({ client, testUrl: options.url, signal })));
      return engineFinding(client, run.databaseUrl !== undefined, signal);
    }),
  );
  return [node, ...machine, engine, ...services];
}

/** Reports whether the engine responds, where it stores data, and whether it has found damaged data. */
async function engineFinding(client: EngineClient, isShared: boolean, signal: AbortSignal): Promise<Finding> {
  const { warnings } = health.parse(await client.call({ method: 'GET', path: '/health' }, signal));
  const text = `It starts and answers; its data is in ${isShared ? 'PostgreSQL' : 'the data folder'}.`;
  if (warnings === 0) return { name: 'engine', state: 'ok', text };
  const advice = 'See `warning` in its log, or the details of GET /health.';
  return { name: 'engine', state: 'warning', text: `${text} It found damaged data.`, advice };
}

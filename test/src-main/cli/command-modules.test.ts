import { readdirSync } from 'node:fs';
import { Command } from 'commander';
import { expect, it } from 'vitest';
import { addCommands, commandModules } from '../../../src-main/cli/command-modules';

const context = { signal: new AbortController().signal };

const namesOf = (program: Command): string[] => program.commands.flatMap((one) => [one.name(), ...one.aliases()]);

it('names the commands that each module adds', async () => {
  for (const { names, add } of commandModules) {
    const program = new Command();
    await add(program, context);
    expect(namesOf(program)).toEqual(names);
  }
});

it('includes the modules of all commands', () => {
  const files = readdirSync('src-main/cli/commands').filter((file) => file !== 'saved-runs-command.ts');
  expect(commandModules).toHaveLength(files.length);
});

it('adds only the commands of the module that contains the given command', async () => {
  const added = async (name?: string) => {
    const program = new Command();
    await addCommands(program, context, name);
    return namesOf(program);
  };
  expect(await added('restore')).toEqual(['backup', 'restore']);
  const all = commandModules.flatMap(({ names }) => names);
  expect(await added()).toEqual(all);
  expect(await added('--help')).toEqual(all);
});

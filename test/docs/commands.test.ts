import { existsSync } from 'node:fs';
import { Command } from 'commander';
import { describe, expect, it } from 'vitest';
import { addCommands } from '../../src-main/cli/command-modules';
import { codeBlocks, commandsOf, pages, pageText, shellWords } from './pages';

/** Returns the `gleaner` command with all its subcommands. */
async function commandLine(): Promise<Command> {
  const program = new Command('gleaner');
  await addCommands(program, { signal: new AbortController().signal }, undefined);
  return program;
}

/** Returns the error in a command line. Undefined if the command and its options exist. */
function faultOf(program: Command, words: readonly string[]): string | undefined {
  let command = program;
  let rest = [...words];
  for (;;) {
    const next = command.commands.find((one) => [one.name(), ...one.aliases()].includes(rest[0] ?? ''));
    if (next === undefined) break;
    command = next;
    rest = rest.slice(1);
  }
  // A command with subcommands can also run on its own, e.g. `gleaner mcp`.
  const runs = rest.length === 0 && Reflect.get(command, '_actionHandler') !== null;
  if (command.commands.length > 0 && !runs) return `no command ${rest[0]}`;
  const { operands, unknown } = command.parseOptions(rest);
  const required = command.registeredArguments.filter((argument) => argument.required).length;
  if (unknown.length > 0 && unknown[0] !== '--help') return `no option ${unknown[0]}`;
  return operands.length < required && unknown.length === 0 ? 'an argument is missing' : undefined;
}

describe('commands in the pages', () => {
  const commands = codeBlocks
    .filter(({ language }) => language === 'sh')
    .flatMap(({ file, text }) => commandsOf(text).map((command) => ({ file, command })));

  it('of gleaner exist, with their options', async () => {
    const program = await commandLine();
    const calls = commands.flatMap(({ file, command }) => {
      const [, line] = /(?:^|\s)(?:npx gleaner|gleaner|npm run serve --|npm run worker --)\s+(.*)$/.exec(command) ?? [];
      const served = /npm run (serve|worker) --/.exec(command)?.[1];
      return line === undefined ? [] : [{ file, words: [...(served ? [served] : []), ...shellWords(line)] }];
    });
    expect(calls.length).toBeGreaterThan(40);
    const wrong = calls.map(({ file, words }) => [file, words.join(' '), faultOf(program, words)]);
    expect(wrong.filter(([, , fault]) => fault !== undefined)).toEqual([]);
  });

  it('of npm and node name scripts that exist', () => {
    const { scripts } = JSON.parse(pageText('package.json')) as { readonly scripts: Record<string, string> };
    const text = pages.map(pageText).join('\n');
    const named = [...text.matchAll(/npm run ([\w:]+)/g)].map(([, name = '']) => name);
    const files = [...text.matchAll(/\bnode ((?:test|scripts)\/[\w./-]+)/g)].map(([, file = '']) => file);
    expect(named.filter((name) => scripts[name] === undefined)).toEqual([]);
    expect(files.filter((file) => !existsSync(file))).toEqual([]);
  });

  it('send JSON that parses', () => {
    const bodies = commands.flatMap(({ file, command }) =>
      [...command.matchAll(/ -d '((?:[^']|'[$"][^']*')*)'/g)].map(([, body = '']) => ({
        file,
        body: body.replaceAll(/'[$"][^']*'/g, 'x'),
      })),
    );
    expect(bodies.length).toBeGreaterThan(5);
    for (const { file, body } of bodies) expect(() => JSON.parse(body), `${file}: ${body}`).not.toThrow();
  });
});

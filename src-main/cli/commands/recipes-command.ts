import { readFile } from 'node:fs/promises';
import type { Command } from 'commander';
import { z } from 'zod';
import { withWebScheme } from '../../../core/common/api/target-url';
import { writeFileAtomically } from '../atomic-file';
import { type CommandContext, type EngineOptions, progress, withEngineOptions } from '../command-context';
import { CommandError } from '../command-error';
import { withEngine } from '../engine-client';
import { given } from '../scrape-body';
import { writeOutput } from '../standard-output';
import { readSchema } from '../value-job';

const listed = z.object({
  items: z.array(
    z.object({
      name: z.string(),
      pages: z.array(z.string()),
      fields: z.array(z.string()),
      savedAt: z.string(),
      changedSince: z.string().optional(),
    }),
  ),
});
const fileOfRecipe = z.looseObject({ name: z.string() });

interface ShowOptions extends EngineOptions {
  readonly output?: string;
}

const learnAnswer = z.object({ recipe: fileOfRecipe, warning: z.string().optional() });

interface LearnOptions extends EngineOptions {
  readonly schema?: string;
  readonly prompt?: string;
  readonly job?: string;
  readonly name?: string;
  readonly replace?: boolean;
  readonly output?: string;
  readonly allowPrivateNetwork?: boolean;
}

interface SaveOptions extends EngineOptions {
  readonly name?: string;
}

const addressOf = (name: string): string => `/local/recipes/${encodeURIComponent(name)}`;

/** Adds `gleaner recipes list|show|save|learn|delete`, which manage the engine's saved recipes. */
export function addRecipesCommand(program: Command, { signal }: CommandContext): void {
  const recipes = program.command('recipes').description('recipes that read pages of the same type without a model');
  withEngineOptions(recipes.command('list').description('list the saved recipes')).action((options: EngineOptions) =>
    list(options, signal),
  );
  const shown = recipes.command('show').description('print a recipe').argument('<name>');
  withEngineOptions(shown.option('-o, --output <file>', 'write the recipe to this file')).action(
    (name: string, options: ShowOptions) => show(name, options, signal),
  );
  const saved = recipes.command('save').description('save a recipe file').argument('<file>');
  withEngineOptions(
    saved.option('--name <name>', 'name to save the recipe under (default: the name in the file)'),
  ).action((file: string, options: SaveOptions) => save(file, options, signal));
  addLearnCommand(recipes, signal);
  withEngineOptions(recipes.command('delete').description('delete a saved recipe').argument('<name>')).action(
    (name: string, options: EngineOptions) =>
      withEngine({ ...options, mayStart: true }, signal, async (client) => {
        await client.call({ method: 'DELETE', path: addressOf(name) }, signal);
        progress('Removed.');
      }),
  );
}

function addLearnCommand(recipes: Command, signal: AbortSignal): void {
  const command = recipes
    .command('learn')
    .description('learn a recipe from at least three pages of the same type, save it and print it')
    .argument(
      '[urls...]',
      'URLs of the pages; if only --name is given, the pages that the recipe was last learned from',
    )
    .option('--schema <file>', 'file with the JSON schema of the data')
    .option('-p, --prompt <words>', 'what you want')
    .option('--job <id>', 'ID of a finished extraction whose pages and data are used')
    .option('--name <name>', 'name to save the recipe under (default: derived from the URL)')
    .option('--replace', 'replace a saved recipe with the same name')
    .option('-o, --output <file>', 'write the recipe to this file')
    .option('--allow-private-network', 'allow private addresses for an engine started by this command');
  withEngineOptions(command).action((urls: readonly string[], options: LearnOptions) => learn(urls, options, signal));
}

async function learn(urls: readonly string[], options: LearnOptions, signal: AbortSignal): Promise<void> {
  const body = {
    ...given('urls', urls.length > 0 ? urls.map(withWebScheme) : undefined),
    ...given('schema', await readSchema(options.schema)),
    ...given('prompt', options.prompt),
    ...given('jobId', options.job),
    ...given('name', options.name),
    ...given('replace', options.replace),
  };
  await withEngine({ ...options, mayStart: true }, signal, async (client) => {
    const answer = await client.call({ method: 'POST', path: '/local/recipes/learn', body }, signal);
    const { recipe, warning } = learnAnswer.parse(answer);
    if (warning) progress(warning);
    progress(`Saved as "${recipe.name}".`);
    await print(recipe, options.output);
  });
}

const list = (options: EngineOptions, signal: AbortSignal): Promise<void> =>
  withEngine({ ...options, mayStart: true }, signal, async (client) => {
    const { items } = listed.parse(await client.call({ method: 'GET', path: '/local/recipes' }, signal));
    for (const { name, pages, fields, savedAt, changedSince } of items) {
      const state = changedSince === undefined ? 'well' : `changed since ${changedSince}`;
      await writeOutput(`${[name, pages.join(' '), fields.join(','), savedAt, state].join('\t')}\n`);
    }
  });

const show = (name: string, { output, ...options }: ShowOptions, signal: AbortSignal): Promise<void> =>
  withEngine({ ...options, mayStart: true }, signal, async (client) => {
    await print(await client.call({ method: 'GET', path: addressOf(name) }, signal), output);
  });

async function print(recipe: unknown, file: string | undefined): Promise<void> {
  const content = `${JSON.stringify(recipe, undefined, 2)}\n`;
  if (file !== undefined) return writeFileAtomically(file, content);
  await writeOutput(content);
}

async function save(file: string, { name, ...options }: SaveOptions, signal: AbortSignal): Promise<void> {
  const recipe = await readRecipeFile(file);
  const body = { ...recipe, name: name ?? recipe.name };
  await withEngine({ ...options, mayStart: true }, signal, async (client) => {
    await client.call({ method: 'PUT', path: addressOf(body.name), body }, signal);
    progress(`Saved as "${body.name}".`);
  });
}

async function readRecipeFile(file: string): Promise<z.output<typeof fileOfRecipe>> {
  try {
    return fileOfRecipe.parse(JSON.parse(await readFile(file, 'utf8')));
  } catch (thrown) {
    const reason =
      thrown instanceof z.ZodError ? 'it is not a recipe, because it has no name' : (thrown as Error).message;
    throw new CommandError(`the recipe in ${file} cannot be read: ${reason}.`);
  }
}

import type { Command } from 'commander';
import { findBrowser } from '../../../core/net/engines/browser/find-browser';
import { installBrowser } from '../../../core/net/engines/browser/install-browser';
import { readRunOptions } from '../../../core/platform/settings/settings';
import { percentReport } from '../browser-offer';
import { type CommandContext, progress } from '../command-context';
import { CommandError } from '../command-error';
import { writeOutput } from '../standard-output';

/** Adds `gleaner browser install|which`, which manages the browser that renders pages. */
export function addBrowserCommand(program: Command, { signal }: CommandContext): void {
  const browser = program.command('browser').description('the browser that renders pages');
  browser
    .command('which')
    .description('print the path of the browser Gleaner uses')
    .action(async () => {
      const found = await findBrowser({ configuredPath: readRunOptions().browserPath });
      if (!found) throw new CommandError('no browser was found; install one with `gleaner browser install`.');
      await writeOutput(`${found.path}\n`);
    });
  browser
    .command('install')
    .description('download a browser for rendering pages')
    .action(async () => {
      const { path } = await installBrowser(percentReport(progress), signal);
      await writeOutput(`${path}\n`);
    });
}

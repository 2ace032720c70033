import type { Command } from 'commander';
import { type CommandContext, type EngineOptions, withEngineOptions } from '../command-context';
import { withEngine } from '../engine-client';
import { writeExport } from '../write-export';

interface ExportOptions extends EngineOptions {
  readonly format: string;
  readonly out: string;
  readonly of: string;
  readonly columns?: string;
  readonly search?: string;
  readonly sort?: string;
  readonly assets?: boolean;
}

/** Adds `gleaner export JOB`, which writes the rows of a job to a file. */
export function addExportCommand(program: Command, { signal }: CommandContext): void {
  const command = program
    .command('export')
    .description('write the pages or records of a job to a file')
    .argument('<id>')
    .requiredOption('--out <file>', 'file to write; an existing file is replaced once the new file is complete')
    .option('--format <format>', 'xlsx, csv, json, jsonl, sqlite, markdown-zip or warc (compressed)', 'csv')
    .option('--of <rows>', 'rows to export: pages, or data (the records)', 'pages')
    .option('--columns <names>', 'columns, separated by commas (default: all)')
    .option('--search <words>', 'export only rows that contain these words')
    .option('--sort <column>', 'column to sort by; a leading - sorts in descending order')
    .option('--assets', 'add the images and documents of the pages to a markdown-zip, with relative links');
  withEngineOptions(command).action((id: string, options: ExportOptions) => exportRows(id, options, signal));
}

const exportRows = (
  id: string,
  { out, columns, format, of, search, sort, assets, ...options }: ExportOptions,
  signal: AbortSignal,
) =>
  withEngine({ ...options, mayStart: true }, signal, async (client) => {
    const names = columns && JSON.stringify(columns.split(',').map((name) => name.trim()));
    const given = Object.entries({ format, of, search, sort, columns: names, assets: assets && 'true' }).filter(
      ([, value]) => value,
    );
    const query = new URLSearchParams(given as [string, string][]);
    await writeExport(client.stream(`/local/jobs/${encodeURIComponent(id)}/export?${query}`, signal), out);
  });

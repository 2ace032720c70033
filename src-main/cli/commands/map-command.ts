import { type Command, Option } from 'commander';
import { z } from 'zod';
import { withWebScheme } from '../../../core/common/api/target-url';
import { writeFileAtomically } from '../atomic-file';
import { type CommandContext, type EngineOptions, withEngineOptions } from '../command-context';
import { CommandError } from '../command-error';
import { withEngine } from '../engine-client';
import { collect, count } from '../option-values';
import { given, headersOf } from '../scrape-body';
import { writeOutput } from '../standard-output';

interface MapOptions extends EngineOptions {
  readonly search?: string;
  readonly limit?: number;
  readonly include?: readonly string[];
  readonly exclude?: readonly string[];
  readonly sitemap?: string;
  readonly entireDomain?: boolean;
  /** False if `--no-subdomains` is given. */
  readonly subdomains: boolean;
  readonly ignoreRobots?: boolean;
  readonly header?: readonly string[];
  readonly output?: string;
  readonly json?: boolean;
  readonly allowPrivateNetwork?: boolean;
}

const mapAnswer = z.object({ links: z.array(z.looseObject({ url: z.string() })) });

/** Adds `gleaner map URL`, which prints the URLs of a site, one per line. */
export function addMapCommand(program: Command, { signal }: CommandContext): void {
  const command = program
    .command('map')
    .description('list the URLs of a site')
    .argument('<url>', 'URL of the site; https:// is assumed when no scheme is given')
    .option('--search <words>', 'words to rank URLs by; the best matches come first')
    .option('--limit <n>', 'maximum number of URLs', count)
    .option('--include <pattern>', 'list only URLs whose path matches; may be repeated', collect)
    .option('--exclude <pattern>', 'skip URLs whose path matches; may be repeated', collect)
    .addOption(new Option('--sitemap <mode>', 'how to use the sitemap').choices(['include', 'skip', 'only']))
    .option('--entire-domain', 'list the whole site, not only pages below the URL')
    .option('--no-subdomains', 'exclude subdomains')
    .option('--ignore-robots', 'also list URLs that robots.txt disallows')
    .option('--header <header>', 'send this header, as "name: value"; may be repeated', collect)
    .option('-o, --output <file>', 'write to this file instead of standard output')
    .option('--json', 'print a JSON array that includes titles and descriptions, if known')
    .option('--allow-private-network', 'allow private addresses for an engine started by this command');
  withEngineOptions(command).action((url: string, options: MapOptions) => map(url, options, signal));
}

async function map(url: string, options: MapOptions, signal: AbortSignal): Promise<void> {
  const body = mapBody(url, options);
  await withEngine({ ...options, mayStart: true }, signal, async (client) => {
    const { links } = mapAnswer.parse(await client.call({ method: 'POST', path: '/v2/map', body }, signal));
    if (links.length === 0) throw new CommandError(`no URLs were found at ${url}.`);
    const lines = links.map((link) => `${link.url}\n`).join('');
    const content = options.json ? `${JSON.stringify(links, undefined, 2)}\n` : lines;
    if (options.output !== undefined) return writeFileAtomically(options.output, content);
    await writeOutput(content);
  });
}

/** Returns the body of a map request. The engine's defaults apply to omitted options. */
export function mapBody(url: string, options: MapOptions): Record<string, unknown> {
  return {
    url: withWebScheme(url),
    ...given('search', options.search),
    ...given('limit', options.limit),
    ...given('includePaths', options.include),
    ...given('excludePaths', options.exclude),
    ...given('sitemap', options.sitemap),
    ...(options.entireDomain ? { filterByPath: false } : {}),
    ...(options.subdomains ? {} : { includeSubdomains: false }),
    ...given('ignoreRobotsTxt', options.ignoreRobots),
    ...headersOf(options),
  };
}

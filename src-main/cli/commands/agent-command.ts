import { type Command, Option } from 'commander';
import { withWebScheme } from '../../../core/common/api/target-url';
import type { CommandContext } from '../command-context';
import { collect, count } from '../option-values';
import { given } from '../scrape-body';
import { readSchema, runValueJob, type ValueJobOptions, withValueOptions } from '../value-job';

interface AgentOptions extends ValueJobOptions {
  readonly url?: readonly string[];
  readonly strict?: boolean;
  readonly maxCredits?: number;
  readonly model?: string;
}

/** Adds `gleaner agent PROMPT`: collects data from pages that it discovers. */
export function addAgentCommand(program: Command, { signal }: CommandContext): void {
  const command = program
    .command('agent')
    .description('find the pages that state what is wanted, and collect their data')
    .argument('<prompt>', 'what is wanted')
    .option('--url <url>', 'page to begin with; may be repeated', collect)
    .option('--strict', 'read nothing but the given pages')
    .option('--max-credits <n>', 'most credits the run may come to', count)
    .addOption(new Option('--model <name>', 'model profile').choices(['spark-1-mini', 'spark-1-pro']));
  withValueOptions(command).action(async (prompt: string, options: AgentOptions) => {
    const body = {
      prompt,
      ...given('urls', options.url?.map(withWebScheme)),
      ...given('schema', await readSchema(options.schema)),
      ...given('strictConstrainToURLs', options.strict),
      ...given('maxCredits', options.maxCredits),
      ...given('model', options.model),
    };
    await runValueJob('/v2/agent', body, options, signal);
  });
}

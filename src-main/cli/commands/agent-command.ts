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

/** Adds `gleaner agent PROMPT`, which collects data from pages that the agent discovers. */
export function addAgentCommand(program: Command, { signal }: CommandContext): void {
  const command = program
    .command('agent')
    .description('find pages that contain the requested data, and collect it')
    .argument('<prompt>', 'what you want')
    .option('--url <url>', 'start page; may be repeated', collect)
    .option('--strict', 'read only the given pages')
    .option('--max-credits <n>', 'maximum credits for the run', count)
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

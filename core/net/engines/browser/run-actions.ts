import { AppError } from '../../../common/errors';
import type { ActionRequest, ActionResults } from '../../../common/model';
import type { ActionOutcome, ActionPlugin, LivePage } from '../../../contract/plugin';
import { isGone } from './page-gone';
import { abortError } from './until-aborted';

/** Looks up an action plugin by its type. */
export type ActionLookup = (type: string) => ActionPlugin | undefined;

/** Runs actions in order. The first failure aborts the scrape. */
export async function runActions(
  page: LivePage,
  requests: readonly ActionRequest[],
  lookup: ActionLookup,
  signal: AbortSignal,
): Promise<ActionResults> {
  const outcomes: ActionOutcome[] = [];
  for (const [index, request] of requests.entries()) {
    const outcome = await runAction(page, request, lookup, signal).catch((thrown: unknown) => {
      if (signal.aborted) throw abortError(signal);
      if (isGone(thrown)) throw thrown;
      throw new AppError('SCRAPE_ACTION_ERROR', `Action ${index + 1} (${request.type}) failed: ${reasonOf(thrown)}`, {
        details: { index, type: request.type },
        cause: thrown,
      });
    });
    if (outcome) outcomes.push(outcome);
  }
  return {
    screenshots: outcomes.flatMap((outcome) => ('screenshots' in outcome ? [outcome.screenshots] : [])),
    scrapes: outcomes.flatMap((outcome) => ('scrapes' in outcome ? [outcome.scrapes] : [])),
    javascriptReturns: outcomes.flatMap((outcome) =>
      'javascriptReturns' in outcome ? [outcome.javascriptReturns] : [],
    ),
    pdfs: outcomes.flatMap((outcome) => ('pdfs' in outcome ? [outcome.pdfs] : [])),
  };
}

async function runAction(
  page: LivePage,
  request: ActionRequest,
  lookup: ActionLookup,
  signal: AbortSignal,
): Promise<ActionOutcome | undefined> {
  const plugin = lookup(request.type);
  if (!plugin) throw new Error('the plugin that provides this action is not loaded.');
  const fields = await plugin.schema.parseAsync(request);
  // The plugin's own schema validated the fields, so they have the type that `run` expects.
  return (await plugin.run(page, fields as never, signal)) ?? undefined;
}

function reasonOf(thrown: unknown): string {
  const message = thrown instanceof Error ? thrown.message : String(thrown);
  return /[.!?]$/.test(message) ? message : `${message}.`;
}

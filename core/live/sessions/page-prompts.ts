import { inject, injectable } from 'inversify';
import { toAppError } from '../../common/errors';
import { ModelHost } from '../../page/models/model-host';
import { type PagePrompt, type PromptOutcome, promptByModel } from './prompt-by-model';
import { commandsOf } from './prompt-commands';

/**
 * Follows prompts on live pages. Steps are chosen by a model, or by rules if no model is configured or the model fails.
 */
@injectable()
export class PagePrompts {
  constructor(@inject(ModelHost) private readonly models: ModelHost) {}

  async follow(prompt: PagePrompt): Promise<PromptOutcome> {
    const deadline = performance.now() + prompt.timeoutMs;
    try {
      const model = this.models.current();
      if (model.ask) return await promptByModel({ ask: model.ask.bind(model) }, prompt);
      return await byRules(prompt);
    } catch (thrown) {
      const { reason } = toAppError(thrown, 'MODEL_FAILED');
      const timeoutMs = Math.max(1, deadline - performance.now());
      return byRules({ ...prompt, timeoutMs }, [
        `The prompt was interpreted using rules, because the model failed: ${reason}`,
      ]);
    }
  }
}

/** Follows a prompt with commands chosen by rules. */
async function byRules({ prompt, timeoutMs, run }: PagePrompt, remarks: readonly string[] = []) {
  const { commands, steps, notes } = commandsOf(prompt);
  const outcome = await run(commands.join('\n'), timeoutMs);
  const done = steps.length > 0 && outcome.exitCode === 0 ? [`Done: ${steps.join(', ')}.`] : [];
  return { ...outcome, output: [...remarks, ...done, ...notes, outcome.stdout.trim()].filter(Boolean).join('\n') };
}

import { inject, injectable } from 'inversify';
import type { PerformedStep, RecordedSteps, RecordInput, StepElement } from '../common/api/recorded-step';
import { AppError, toAppError } from '../common/errors';
import type { ActionRequest } from '../common/model';
import { LivePages } from '../live/live-pages';
import type { LiveSession } from '../live/live-session';
import { SavedSecrets } from '../secrets/saved-secrets';
import { offerFor } from './find-element';
import { Recorder } from './recorder';

/** Longest time a step that is done again may take. */
const performMs = 65_000;

/** Records live pages, and does recorded steps again. */
@injectable()
export class Recorders {
  readonly #recorders = new WeakMap<LiveSession, Recorder>();

  constructor(
    @inject(LivePages) private readonly pages: LivePages,
    @inject(SavedSecrets) private readonly secrets: SavedSecrets,
  ) {}

  /** Does one input in a live page; gives back the steps it makes. */
  record(id: string, input: RecordInput): Promise<RecordedSteps> {
    const session = this.pages.get(id);
    const recorder = this.#recorders.get(session) ?? new Recorder(session, this.secrets);
    this.#recorders.set(session, recorder);
    return recorder.record(input);
  }

  /** Does a step again; where its element is not found, a selector that finds it now is offered. */
  async perform(id: string, action: ActionRequest, element: StepElement | undefined): Promise<PerformedStep> {
    const session = this.pages.get(id);
    return session.work(async (tab) => {
      try {
        await tab.perform(action, AbortSignal.timeout(performMs));
        return {};
      } catch (thrown) {
        const error = toAppError(thrown);
        if (error.code !== 'SCRAPE_ACTION_ERROR' && error.code !== 'SCRAPE_TIMEOUT') throw error;
        const { selector } = action;
        const isLost = element && typeof selector === 'string' && (await tab.firstMatch(selector)) === undefined;
        const offer = isLost ? await offerFor(tab, await session.document(), element) : undefined;
        return { error: plain(error), ...(offer === undefined ? {} : { offer }) };
      }
    });
  }
}

/** Without the number of the action, which is always the first. */
const plain = ({ reason }: AppError): string => reason.replace(/^.*?Action 1 \(\w+\) failed: /, '');

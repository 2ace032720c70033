import { inject, injectable } from 'inversify';
import type { PerformedStep, RecordedSteps, RecordInput, StepElement } from '../../common/api/recorded-step';
import { AppError, toAppError } from '../../common/errors';
import { openStates } from '../../common/job';
import type { ActionRequest } from '../../common/model';
import { mentions, namesIn } from '../../common/values/mentions';
import { SavedJobs } from '../../jobs/saved-jobs';
import { SavedSecrets } from '../../platform/secrets/saved-secrets';
import { JobStore } from '../../ports/jobs/job-store';
import { LivePages } from '../live-pages';
import type { LiveSession } from '../live-session';
import { offerFor } from './find-element';
import { Recorder } from './recorder';

/** Timeout in ms for replaying a step. */
const performMs = 65_000;
/** Maximum number of open jobs that are checked for references to a secret. */
const maxOpenJobs = 10_000;

/** Records steps in live pages, and replays them. */
@injectable()
export class Recorders {
  readonly #recorders = new WeakMap<LiveSession, Recorder>();

  constructor(
    @inject(LivePages) private readonly pages: LivePages,
    @inject(SavedSecrets) private readonly secrets: SavedSecrets,
    @inject(SavedJobs) private readonly saved: SavedJobs,
    @inject(JobStore) private readonly jobs: JobStore,
  ) {}

  /** Forwards a user's input to a live page. Returns the recorded steps. */
  record(id: string, input: RecordInput): Promise<RecordedSteps> {
    const session = this.pages.get(id);
    const recorder = this.#recorders.get(session) ?? new Recorder(session, this.secrets);
    this.#recorders.set(session, recorder);
    return recorder.record(input);
  }

  /**
   * Deletes secrets created while recording a live page, unless a saved or open job uses them. Returns the deleted
   * names.
   */
  async forget(id: string, names: readonly string[]): Promise<readonly string[]> {
    const recorder = this.#recorders.get(this.pages.get(id));
    const [saved, open] = await Promise.all([
      this.saved.list(),
      this.jobs.list({ states: openStates, limit: maxOpenJobs }),
    ]);
    const requests = [...saved.map(({ request }) => request), ...open.map(({ job }) => job.spec)];
    const removed: string[] = [];
    for (const name of names) {
      const isUsed = requests.some((request) => mentions(request, namesIn('secret', name)));
      if (!isUsed && (await recorder?.forget(name))) removed.push(name);
    }
    return removed;
  }

  /** Replays a step. When its element is not found, suggests another selector that finds it. */
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

/** Removes the prefix with the action's number from the message, because only one action was run. */
const plain = ({ reason }: AppError): string => reason.replace(/^.*?Action 1 \(\w+\) failed: /, '');

import { injectable, multiInject } from 'inversify';
import { AppError } from '../../common/errors';
import type { JobKind } from '../../common/model';
import { type BackgroundJobHandler, type JobEvents, JobHandler } from './job-handler';

/** Handlers for all job kinds. */
@injectable()
export class JobKinds {
  readonly #handlers: ReadonlyMap<JobKind, JobHandler>;

  constructor(@multiInject(JobHandler) handlers: readonly JobHandler[]) {
    this.#handlers = new Map(handlers.map((handler) => [handler.kind, handler]));
  }

  list(): readonly JobHandler[] {
    return [...this.#handlers.values()];
  }

  /** Returns the handlers for kinds whose jobs are stored and listed. */
  background(): readonly BackgroundJobHandler[] {
    return this.list().filter((handler) => handler.mode === 'background');
  }

  /** Returns the handler for a stored job. Throws UNKNOWN_ERROR for a kind that this version does not support. */
  backgroundOf(kind: JobKind): BackgroundJobHandler {
    const handler = this.#handlers.get(kind);
    if (handler?.mode === 'background') return handler;
    throw new AppError('UNKNOWN_ERROR', `This version of Gleaner cannot run jobs of the kind "${kind}".`);
  }

  /** Returns the events of a kind. Undefined for kinds without events. */
  eventsOf(kind: JobKind): JobEvents | undefined {
    return this.#handlers.get(kind)?.events;
  }

  /** Throws BAD_REQUEST for an event name that no kind publishes to webhooks and sinks. */
  assertNotices(names: readonly string[]): void {
    const known = this.list().flatMap(({ events }) => events?.notices.map((word) => `${events.prefix}.${word}`) ?? []);
    const wrong = names.find((name) => !known.includes(name));
    if (wrong === undefined) return;
    throw new AppError('BAD_REQUEST', `There is no event "${wrong}"; use one of ${known.join(', ')}.`);
  }
}

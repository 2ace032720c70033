import { AppError } from '../common/errors';
import type { EngineId, FetchPlan, Page } from '../common/model';

/** Fetches pages. The signal covers both the caller's cancellation and the deadline. */
export interface Engine {
  readonly id: EngineId;
  /** Fetches a page; throws an AppError (SCRAPE_* codes). A 404 page is a page, not an error. */
  fetch(plan: FetchPlan, signal: AbortSignal): Promise<Page>;
  /** Stops everything the engine has started. */
  close(): Promise<void>;
}

/** Both engines by ID. */
export type Engines = Readonly<Record<EngineId, Engine>>;

/** Token of both engines. */
export const Engines = Symbol('Engines');

/** A main document that is not a page: a download, a PDF, an image. The caller fetches it over plain HTTP instead. */
export class NotAPage extends AppError {
  constructor(
    readonly contentType: string | undefined,
    url: string,
  ) {
    super(
      'SCRAPE_UNSUPPORTED_FILE_ERROR',
      `\`${url}\` is a file (${contentType ?? 'download'}), not a page the browser can show.`,
    );
    this.name = 'NotAPage';
  }
}

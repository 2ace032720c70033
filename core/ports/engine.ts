import { AppError } from '../common/errors';
import type { EngineId, FetchPlan, Page } from '../common/model';

/** A way to fetch pages. The signal carries both the caller leaving and the deadline. */
export interface Engine {
  readonly id: EngineId;
  /** Fetches one page; rejects with an AppError (SCRAPE_* codes). A 404 page is a page, not an error. */
  fetch(plan: FetchPlan, signal: AbortSignal): Promise<Page>;
  /** Ends everything the engine started. */
  close(): Promise<void>;
}

/** Both engines, by id. */
export type Engines = Readonly<Record<EngineId, Engine>>;

/** Token of both engines. */
export const Engines = Symbol('Engines');

/** A main document that is no page: a download, a PDF, a picture. The caller fetches it over plain HTTP instead. */
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

import { AppError } from '../common/errors';
import type { EngineId, FetchPlan, Page } from '../common/model';

/** Fetches pages over HTTP or with a browser. */
export interface Engine {
  readonly id: EngineId;
  /**
   * Fetches a page. Throws an AppError (SCRAPE_* codes). Status 404 is not an error. The signal aborts at the deadline,
   * or when the caller cancels.
   */
  fetch(plan: FetchPlan, signal: AbortSignal): Promise<Page>;
  /** Stops everything that the engine started. */
  close(): Promise<void>;
}

/** Both engines by ID. */
export type Engines = Readonly<Record<EngineId, Engine>>;

/** Injection token for both engines. */
export const Engines = Symbol('Engines');

/**
 * Error for a main document that is not a page, such as a download, a PDF or an image. The caller then fetches the
 * document over plain HTTP.
 */
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

import { AppError } from '../common/errors';
import type { EngineId, FetchPlan, Page } from '../common/model';

/** Fetches pages over HTTP or with a browser. */
export interface Engine {
  readonly id: EngineId;
  /**
   * Fetches a page. Throws an AppError with a SCRAPE_* code. Status 404 is not an error. The signal aborts at the
   * deadline, or when the caller cancels.
   */
  fetch(plan: FetchPlan, signal: AbortSignal): Promise<Page>;
  /** Stops everything that the engine started. */
  close(): Promise<void>;
}

/** The HTTP engine and the browser engine, keyed by ID. */
export type Engines = Readonly<Record<EngineId, Engine>>;

/** Injection token for both engines. */
export const Engines = Symbol('Engines');

/**
 * Thrown when the main document is not a page but, for example, a download, a PDF or an image. The caller then fetches
 * the document over plain HTTP.
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

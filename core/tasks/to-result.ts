import { AppError } from '../common/errors';
import type { PageDocument, Result, Task } from '../common/model';
import { toWireDocument } from '../documents/wire-document';

/** Throws SCRAPE_ALL_ENGINES_FAILED for a good status with nothing to show; an error page may be empty. */
export function assertNotEmpty({ fullness, page }: PageDocument, task: Task): void {
  const wanted = task.spec.formats.some(({ type }) => type !== 'screenshot') || task.spec.formats.length === 0;
  const good = (page.statusCode >= 200 && page.statusCode < 300) || page.statusCode === 304;
  if (fullness === 'full' || fullness === 'thin' || !good || !wanted || page.actions) return;
  throw new AppError(
    'SCRAPE_ALL_ENGINES_FAILED',
    `${task.spec.url} answered ${page.statusCode} but its page is empty, in the browser, too; check the address or raise waitFor.`,
  );
}

/** The result of a finished task; the `result` hook puts in what it costs. */
export function toResult(document: PageDocument, published: Readonly<Record<string, unknown>>, task: Task): Result {
  return {
    taskId: task.id,
    jobId: task.jobId,
    url: task.spec.url,
    document: toWireDocument(document, task, published),
    links: document.links,
    credits: 0,
    finishedAt: new Date().toISOString(),
  };
}

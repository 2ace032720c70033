/** Progress of a job. */
export interface JobProgress {
  readonly completed: number;
  readonly total: number;
  readonly failed: number;
}

/** Output stream of the report, e.g. standard error. */
export interface ReportStream {
  readonly isTTY?: boolean;
  write(text: string): unknown;
}

/** Reports the progress of a job. */
export interface ProgressReport {
  update(progress: JobProgress): void;
  /** Prints the final line. On a terminal, this line replaces the progress bar. */
  end(): void;
}

const barWidth = 24;
const drawMs = 100;
const lineMs = 5000;

/**
 * Creates a progress report. On a terminal, the report is a bar that is redrawn in place. Otherwise, a line is printed
 * every few seconds.
 */
export function progressReport(stream: ReportStream, now: () => number = Date.now): ProgressReport {
  const startedAt = now();
  const everyMs = stream.isTTY ? drawMs : lineMs;
  let drawnAt = stream.isTTY ? 0 : startedAt;
  let last: JobProgress | undefined;
  const words = (progress: JobProgress) => sentenceOf(progress, (now() - startedAt) / 1000);
  return {
    update(progress) {
      last = progress;
      if (now() - drawnAt < everyMs) return;
      drawnAt = now();
      stream.write(stream.isTTY ? `\r\u001b[K${barOf(progress)} ${words(progress)}` : `${words(progress)}\n`);
    },
    end() {
      if (stream.isTTY) stream.write('\r\u001b[K');
      if (last) stream.write(`${words(last)}\n`);
    },
  };
}

function barOf({ completed, total }: JobProgress): string {
  const filled = total > 0 ? Math.round((completed / total) * barWidth) : 0;
  return `[${'#'.repeat(filled)}${'-'.repeat(barWidth - filled)}]`;
}

function sentenceOf({ completed, total, failed }: JobProgress, passedSeconds: number): string {
  const pace = passedSeconds > 0 ? `, ${(completed / passedSeconds).toFixed(1)} per second` : '';
  return `${completed} of ${total} pages${failed > 0 ? `, ${failed} failed` : ''}${pace}`;
}

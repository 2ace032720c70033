import type { Frontier, JobCursor } from '../../ports/jobs/frontier';

/** Receives URLs and lessons from other processes. A lesson is a fact that a process has learned from a page. */
export interface LessonReader {
  /** Called with the URL of each page that any process, including this one, has added to the job. */
  found?(url: string): void;
  /** Called with each lesson from another process. */
  learn(lesson: string): void;
}

/** Maximum interval between exchanges for an active job, in ms. The interval grows with each exchange. */
const maxMs = 500;
const growthMs = 25;

/**
 * Shares lessons between the processes that work on a job, so that all processes make the same decisions. Does nothing
 * for a single process.
 */
export class JobLessons {
  #kept: string[] = [];
  #known: JobCursor;
  #pauseMs = 0;
  #nextAt = 0;
  #running: Promise<void> | undefined;
  #isAlone = false;

  constructor(
    private readonly jobId: string,
    private readonly frontier: Pick<Frontier, 'exchange'>,
    private readonly reader: LessonReader,
  ) {
    // The start page is already known. If the reader has no `found` callback, all URLs are skipped.
    this.#known = { tasks: reader.found ? 1 : Number.MAX_SAFE_INTEGER, lessons: 0 };
  }

  /** Queues a lesson for the next exchange. */
  share(lesson: string): void {
    if (!this.#isAlone) this.#kept.push(lesson);
  }

  /**
   * Exchanges lessons and URLs with other processes. Skips the exchange if the last one was very recent. Lessons that
   * could not be sent are sent again later.
   */
  async exchange(): Promise<void> {
    if (this.#isAlone || (!this.#running && performance.now() < this.#nextAt)) return;
    this.#running ??= this.#exchange().finally(() => {
      this.#pauseMs = Math.min(maxMs, this.#pauseMs + growthMs);
      this.#nextAt = performance.now() + this.#pauseMs;
      this.#running = undefined;
    });
    await this.#running;
  }

  async #exchange(): Promise<void> {
    for (let more = true; more; ) {
      const lessons = this.#kept.splice(0);
      const news = await this.frontier.exchange(this.jobId, lessons, this.#known).catch(() => {
        this.#kept.unshift(...lessons);
        return undefined;
      });
      if (!news) return;
      if (news === 'alone') {
        this.#isAlone = true;
        this.#kept = [];
        return;
      }
      this.#known = news.known;
      for (const url of news.urls) this.reader.found?.(url);
      for (const lesson of news.lessons) this.reader.learn(lesson);
      more = news.more === true;
    }
  }
}

import type { Frontier, JobCursor } from '../../ports/jobs/frontier';

/** What becomes of news of other processes. */
export interface LessonReader {
  /** A URL that became a page of the job, here or elsewhere. */
  found?(url: string): void;
  /** A lesson of another process. */
  learn(lesson: string): void;
}

/** Longest time between two exchanges of a job at work, in milliseconds. They are more frequent at first, when little is known. */
const mostMs = 500;
const growthMs = 25;

/** What the processes that work on one job teach each other, so that together they decide as one would. Nothing where there is only one. */
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
    // The start page is known; who asks for no URLs knows them all.
    this.#known = { tasks: reader.found ? 1 : Number.MAX_SAFE_INTEGER, lessons: 0 };
  }

  /** Tells the others something, with the next exchange. */
  tell(lesson: string): void {
    if (!this.#isAlone) this.#kept.push(lesson);
  }

  /** Learns what others have told and found, unless that was done a moment ago. What cannot be told now is told later. */
  async exchange(): Promise<void> {
    if (this.#isAlone || (!this.#running && performance.now() < this.#nextAt)) return;
    this.#running ??= this.#exchange().finally(() => {
      this.#pauseMs = Math.min(mostMs, this.#pauseMs + growthMs);
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

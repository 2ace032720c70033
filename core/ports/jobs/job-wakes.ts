/** Who follows the jobs of a database that several processes share. */
export interface JobFollower {
  /** Looks at the jobs now. */
  look(): void;
  stop(): Promise<void>;
}

/** Tells who follows jobs that there may be some: a job was started, resumed, paused or ended. */
export class JobWakes {
  #follower: JobFollower | undefined;

  /** `isShared` says that jobs are found in the store, by any process; else who starts a job runs it. */
  constructor(readonly isShared: boolean) {}

  /** Jobs in the store have changed. */
  wake(): void {
    this.#follower?.look();
  }

  /** No job is taken up from now on. */
  async stop(): Promise<void> {
    const follower = this.#follower;
    this.#follower = undefined;
    await follower?.stop();
  }

  /** Sets who follows. */
  follow(follower: JobFollower): void {
    this.#follower = follower;
  }
}

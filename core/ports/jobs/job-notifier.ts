/** Looks for jobs to run when notified of changes in the job store. */
export interface JobFollower {
  look(): void;
  stop(): Promise<void>;
}

/** Notifies the follower when jobs are started, resumed, paused or ended. */
export class JobNotifier {
  #follower: JobFollower | undefined;

  /**
   * If `isShared` is true, any process can start jobs from the store. Otherwise the process that creates a job also
   * runs it.
   */
  constructor(readonly isShared: boolean) {}

  /** Notifies the follower that jobs in the store have changed. */
  notify(): void {
    this.#follower?.look();
  }

  /** Stops the follower. Later notifications have no effect. */
  async stop(): Promise<void> {
    const follower = this.#follower;
    this.#follower = undefined;
    await follower?.stop();
  }

  follow(follower: JobFollower): void {
    this.#follower = follower;
  }
}

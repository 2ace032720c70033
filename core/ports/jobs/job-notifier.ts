/** Follows the jobs of a database that several processes share. */
export interface JobFollower {
  look(): void;
  stop(): Promise<void>;
}

/** Notifies the follower of jobs that were started, resumed, paused or ended. */
export class JobNotifier {
  #follower: JobFollower | undefined;

  /** With `isShared`, any process finds jobs in the store; otherwise the process that starts a job runs it. */
  constructor(readonly isShared: boolean) {}

  /** Notifies the follower that jobs in the store have changed. */
  notify(): void {
    this.#follower?.look();
  }

  /** Stops taking up jobs. */
  async stop(): Promise<void> {
    const follower = this.#follower;
    this.#follower = undefined;
    await follower?.stop();
  }

  follow(follower: JobFollower): void {
    this.#follower = follower;
  }
}

/** Facts about the running server; `baseUrl` is known once it listens. */
export interface ServerFacts {
  readonly version: string;
  readonly baseUrl: string;
  /** Warnings about damage of the data directory, for people. */
  readonly warnings: readonly string[];
}

/** Token of the server's facts. */
export const ServerFacts = Symbol('ServerFacts');

/** Restarts the engine within its process: plugins, settings and a staged backup are loaded as at a new start. */
export interface Restart {
  /** Returns at once; the engine closes when the current response has been sent. */
  request(): void;
}

/** Token of the restart. */
export const Restart = Symbol('Restart');

/** Information about the running server. `baseUrl` is known once the server is listening. */
export interface ServerFacts {
  readonly version: string;
  readonly baseUrl: string;
  /** Warnings for the user about damage to the data directory. */
  readonly warnings: readonly string[];
}

/** Injection token for the information about the server. */
export const ServerFacts = Symbol('ServerFacts');

/** Restarts the engine within its process. Plugins, settings and a staged backup are loaded as in a new process. */
export interface Restart {
  /** Schedules the restart and returns immediately. The engine closes once the current response has been sent. */
  request(): void;
}

/** Injection token for the restart service. */
export const Restart = Symbol('Restart');

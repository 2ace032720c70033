/** Facts about the running server that others may quote; the address is known once it listens. */
export interface ServerFacts {
  readonly version: string;
  readonly baseUrl: string;
  /** What a person should be told about damage of the data folder. */
  readonly warnings: readonly string[];
}

/** Token of the server's facts. */
export const ServerFacts = Symbol('ServerFacts');

/** Starts the engine anew in its process: plugins, settings and a staged backup are taken up as after a new start. */
export interface Restart {
  /** Returns at once; the engine closes when the answer under way has been sent. */
  request(): void;
}

/** Token of the restart. */
export const Restart = Symbol('Restart');

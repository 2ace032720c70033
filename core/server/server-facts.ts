/** Facts about the running server that others may quote; the address is known once it listens. */
export interface ServerFacts {
  readonly version: string;
  readonly baseUrl: string;
  /** What a person should be told about damage of the data folder. */
  readonly warnings: readonly string[];
}

/** Token of the server's facts. */
export const ServerFacts = Symbol('ServerFacts');

/** Starts the engine anew in its process: plugins, settings and a staged backup are taken up as after a new start. */
export interface Restart {
  /** Returns at once; the engine closes when the answer under way has been sent. */
  request(): void;
}

/** Token of the restart. */
export const Restart = Symbol('Restart');

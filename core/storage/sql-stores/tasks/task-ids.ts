import { hash } from 'node:crypto';

const version7 = /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;

/**
 * Creates and parses task IDs. They are UUIDv7 values with the creation time of the job and the place (insertion index)
 * of the task. The IDs sort by place and require no ID table.
 */
export class TaskIds {
  /** The part of the ID before the place. */
  readonly #stem: string;

  constructor(jobId: string) {
    const salt = hash('sha256', jobId);
    const time = version7.test(jobId) ? jobId.slice(0, 13) : '00000000-0000';
    const variant = (8 + (Number.parseInt(salt.slice(3, 4), 16) & 3)).toString(16);
    this.#stem = `${time}-7${salt.slice(0, 3)}-${variant}${salt.slice(4, 7)}-${salt.slice(8, 12)}`;
  }

  /** Returns the ID of the task at the given place. */
  id(place: number): string {
    return `${this.#stem}${place.toString(16).padStart(8, '0')}`;
  }

  /** Returns the place of a task in this job. Undefined for any other ID. */
  place(id: string): number | undefined {
    if (id.length !== this.#stem.length + 8 || !id.startsWith(this.#stem)) return undefined;
    const place = Number.parseInt(id.slice(this.#stem.length), 16);
    return Number.isNaN(place) ? undefined : place;
  }
}

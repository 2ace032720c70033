import type { HostServiceName } from '../messages';

/** Functions that the host offers to the guest. They take and return only strings, numbers and bytes. */
export interface GuestHost {
  /** Passes the guest's functions to the host. */
  install(describe: () => string, serve: (call: string) => Promise<string>, settle: Settle): void;
  /** Returns a value of the current call as text or JSON. */
  value(name: string): string;
  /** Returns the names of a page's elements and attributes as JSON. */
  names(name: string): string;
  /** Returns the bytes of one part of a value. Reading the first part of a page opens the page. */
  bytes(name: string, part: string): ArrayBuffer;
  /** Returns the numbers of the nodes below a node that match a CSS selector. The page must be open. */
  select(at: number, selector: string, isFirst: 0 | 1): ArrayBuffer;
  /** Returns the HTML of a node's children. The page must be open. */
  html(at: number): string;
  /** Sends a request to a service of the engine. Returns the number of the request. */
  request(service: HostServiceName, json: string): number;
  /** Inflates data. Undefined if the result exceeds the limit or the sandbox's own maximum. */
  inflate(bytes: ArrayBuffer, limit: number): ArrayBuffer | undefined;
  log(level: string, text: string): void;
  fromBytes(bytes: ArrayBuffer, encoding: string): string;
}

/** Completes a request. */
export type Settle = (id: number, ok: boolean, json: string, body: ArrayBuffer) => void;

const globals = globalThis as unknown as { gleanerHost?: GuestHost };

/** The host, which is not visible to the plugin. */
export const host = globals.gleanerHost as GuestHost;
delete globals.gleanerHost;

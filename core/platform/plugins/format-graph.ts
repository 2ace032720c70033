import { AppError } from '../../common/errors';
import type { FormatRequest } from '../../common/model';
import type { BaseValues, FormatPlugin, Need } from '../../contract/plugin';

/**
 * Thread on which each base value is available: the worker thread that reads the page, or only the engine's main
 * thread.
 */
const baseValuePlaces: Readonly<Record<keyof BaseValues, 'worker' | 'engine'>> = {
  page: 'worker',
  source: 'worker',
  dom: 'worker',
  content: 'worker',
  metadata: 'worker',
  markup: 'worker',
  rules: 'worker',
  recipeRows: 'worker',
  recipeData: 'worker',
  digest: 'worker',
  siteFacts: 'worker',
  controls: 'worker',
  capture: 'engine',
  previous: 'engine',
  model: 'engine',
};

/**
 * Base values that are derived on the worker thread but can also be used on the main thread. They are plain data, which
 * can be transferred between threads.
 */
const sendable: ReadonlySet<Need> = new Set(['rules', 'recipeData', 'digest', 'siteFacts']);

/** A base value that the worker supplies to a format on the main thread. */
export interface CarriedValue {
  readonly format: string;
  readonly value: keyof BaseValues;
}

/** Formats in derivation order, grouped by the thread on which they run. */
export interface DerivationOrder {
  /** Formats derived on the worker thread. Each format comes after all formats that it needs. */
  readonly worker: readonly string[];
  /** Formats derived on the main thread afterwards. */
  readonly engine: readonly string[];
  /** Values that the worker sends for formats on the main thread. */
  readonly carried: readonly CarriedValue[];
  /** Requests for formats that capture something in the live page, such as a screenshot. */
  readonly captures: readonly FormatRequest[];
}

/** True if an entry in `needs` is the name of a base value. */
export const isBaseValue = (need: string): need is keyof BaseValues => Object.hasOwn(baseValuePlaces, need);

/**
 * Orders the requested formats and everything that they need, without duplicates. Throws if an entry in `needs` cannot
 * be resolved, or if formats need each other in a cycle (the error names the cycle). Throws BAD_REQUEST if a requested
 * format is not loaded.
 */
export function orderFormats(
  requests: readonly FormatRequest[],
  find: (id: string) => FormatPlugin | undefined,
): DerivationOrder {
  const places = new Map<string, 'worker' | 'engine'>();
  const visit = (id: string, trail: readonly string[]): 'worker' | 'engine' => {
    const known = places.get(id);
    if (known) return known;
    if (trail.includes(id)) throw new Error(`Formats depend on each other in a cycle: ${[...trail, id].join(' → ')}`);
    const format = find(id);
    if (!format) throw trail.length ? notProvided(id, trail.at(-1)) : notLoaded(id);
    let place: 'worker' | 'engine' = format.isSandboxed ? 'engine' : 'worker';
    for (const need of format.needs) {
      if ((isBaseValue(need) ? baseValuePlaces[need] : visit(need, [...trail, id])) === 'engine') place = 'engine';
    }
    places.set(id, place);
    return place;
  };
  for (const { type } of requests) visit(type, []);
  const at = (place: string) => [...places].filter(([, where]) => where === place).map(([id]) => id);
  const engine = at('engine');
  const carried = engine.flatMap((format) => carriedBy(format, find(format)));
  const captures = engine.flatMap((id) => (find(id)?.capture ? requestsOf(id, requests) : []));
  return { worker: at('worker'), engine, carried, captures };
}

/**
 * Returns the values that the worker sends for a format. If the format runs in the sandbox, it receives copies of all
 * worker values that it needs.
 */
function carriedBy(format: string, plugin: FormatPlugin | undefined): readonly CarriedValue[] {
  const isSent = (value: keyof BaseValues) =>
    sendable.has(value) || (plugin?.isSandboxed === true && baseValuePlaces[value] === 'worker');
  return (plugin?.needs ?? []).flatMap((value) => (isBaseValue(value) && isSent(value) ? [{ format, value }] : []));
}

/**
 * Returns all requests for a format. If the format was not requested but another format needs it, returns a request
 * without options.
 */
function requestsOf(id: string, requests: readonly FormatRequest[]): readonly FormatRequest[] {
  const own = requests.filter(({ type }) => type === id);
  return own.length > 0 ? own : [{ type: id }];
}

/**
 * Returns the error for a request whose plugin is not loaded. The request was accepted while the plugin was loaded, or
 * by a process that has loaded the plugin.
 */
const notLoaded = (id: string): AppError =>
  new AppError(
    'BAD_REQUEST',
    `The format "${id}" is not loaded where the page was read. Enable its plugin there; if several workers share the database, the plugin must be in the plugins folder of every worker.`,
  );

const notProvided = (need: string, format: string | undefined): AppError =>
  new AppError(
    'BAD_REQUEST',
    `The format "${format}" needs "${need}", which is neither a base value nor the ID of a loaded format; correct "needs" in its plugin.`,
  );

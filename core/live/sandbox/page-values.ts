import type { Locator, Page, Response } from 'playwright-core';

const maxDepth = 64;

/** Methods that are allowed in a locator's chain of calls. */
const narrowing = new Set([
  ...[
    'locator',
    'getByRole',
    'getByText',
    'getByLabel',
    'getByPlaceholder',
    'getByAltText',
    'getByTitle',
    'getByTestId',
  ],
  ...['first', 'last', 'nth', 'filter', 'and', 'or', 'frameLocator', 'contentFrame', 'owner'],
]);

/** Rebuilds a locator from its method calls. Throws when a call is not allowed. */
export function locatorFrom(page: Page, chain: readonly (readonly [string, readonly unknown[]])[]): Locator {
  let owner: object = page;
  for (const [method, args] of chain) {
    if (!narrowing.has(method)) throw new Error(`locator.${method} is not available.`);
    const call = Reflect.get(owner, method) as ((...args: unknown[]) => object) | undefined;
    if (typeof call !== 'function') throw new Error(`${method} is not available.`);
    owner = Reflect.apply(
      call,
      owner,
      args.map((arg) => decodeArgument(arg, page)),
    );
  }
  return owner as Locator;
}

/**
 * Converts a value from the guest to an argument for Playwright. Throws for anything except data, patterns and page
 * functions.
 */
export function decodeArgument(value: unknown, page: Page, depth = 0): unknown {
  if (depth > maxDepth) throw new Error('The argument is nested too deeply.');
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map((item) => decodeArgument(item, page, depth + 1));
  const [[name, given] = ['', undefined], ...others] = Object.entries(value);
  if (others.length > 0) throw new Error('The argument cannot be read.');
  if (name === '$undefined') return undefined;
  if (name === '$number') return Number(given);
  if (name === '$date') return new Date(Number(given));
  if (name === '$re') return patternOf(given);
  if (name === '$fn') return pageFunction(String(given));
  if (name === '$locator') return locatorFrom(page, given as [string, unknown[]][]);
  if (name !== '$object' || typeof given !== 'object' || given === null)
    throw new Error('The argument cannot be read.');
  const entries = Object.entries(given).filter(([key]) => key !== '__proto__');
  return Object.fromEntries(entries.map(([key, part]) => [key, decodeArgument(part, page, depth + 1)]));
}

/** Builds a pattern from untrusted input. It is matched only in the page, never in this process. */
function patternOf(given: unknown): RegExp {
  const [source, flags] = given as [unknown, unknown];
  return new RegExp(String(source), String(flags));
}

/** A function whose source Playwright runs in the page. Calling the function in this process does nothing. */
function pageFunction(source: string): () => void {
  const stub = (): void => undefined;
  Object.defineProperty(stub, 'toString', { value: () => source });
  return stub;
}

/** Converts a result from Playwright to a value for the guest. Playwright objects other than responses are omitted. */
export function encodeResult(value: unknown, describe: (response: Response) => object, depth = 0): unknown {
  if (depth > maxDepth) throw new Error('The result is nested too deeply.');
  if (value === undefined || typeof value === 'function' || typeof value === 'symbol') return { $undefined: true };
  if (typeof value === 'bigint') return String(value);
  if (typeof value === 'number' && !Number.isFinite(value)) return { $number: String(value) };
  if (typeof value !== 'object' || value === null) return value;
  if (value instanceof Uint8Array) return { $bytes: Buffer.from(value).toString('base64') };
  if (value instanceof Date) return { $date: value.getTime() };
  if (value instanceof Error) return `${value.name}: ${value.message}`;
  if (Array.isArray(value)) return value.map((item) => encodeResult(item, describe, depth + 1));
  if (isResponse(value)) return { $response: describe(value) };
  const prototype: unknown = Object.getPrototypeOf(value);
  if (prototype !== Object.prototype && prototype !== null) return { $undefined: true };
  const entries = Object.entries(value).map(([key, part]) => [key, encodeResult(part, describe, depth + 1)]);
  return { $object: Object.fromEntries(entries) };
}

const isResponse = (value: object): value is Response =>
  Object.getPrototypeOf(value) !== Object.prototype && 'statusText' in value && 'request' in value;

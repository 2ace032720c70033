import type { CDPSession, Protocol } from 'puppeteer';
import { isReplaced } from './page-gone';

/** What a script of the caller gave back: JSON, and the type JavaScript names it by. */
export interface ScriptValue {
  readonly type: string;
  readonly value: unknown;
}

/** Maximum number of members per object, and of nesting levels, that are returned. */
const [maxMembers, maxLevels] = [10_000, 20];
/** Longest text of one member, in characters. */
const maxChars = 1_000_000;

/** Runs in the page: turns any value into the closest JSON representation. */
const tell = `function tell() {
  const above = [];
  const text = (value) => String(value).slice(0, ${maxChars});
  const told = (value) => {
    if (value === null || value === undefined) return null;
    if (typeof value === 'number') return Number.isFinite(value) ? value : String(value);
    if (typeof value === 'bigint') return value + 'n';
    if (typeof value === 'boolean') return value;
    if (typeof value !== 'object') return text(value);
    if (above.includes(value)) return '[circular]';
    if (above.length >= ${maxLevels}) return '[deeper than ${maxLevels} levels]';
    above.push(value);
    try { return members(value); } catch (thrown) { return '[' + text(thrown) + ']'; } finally { above.pop(); }
  };
  const members = (value) => {
    if (value === globalThis) return '[window]';
    if (value instanceof Date) return Number.isNaN(value.getTime()) ? 'Invalid Date' : value.toISOString();
    if (value instanceof RegExp || value instanceof URL) return text(value);
    if (value instanceof Error) return value.name + ': ' + value.message;
    if (value instanceof Boolean || value instanceof Number || value instanceof String) return told(value.valueOf());
    if (value instanceof Document) return text(value.documentElement?.outerHTML);
    if (value instanceof Element) return text(value.outerHTML);
    if (value instanceof Node) return text(value.textContent);
    if (typeof value.toJSON === 'function') return told(value.toJSON());
    if (value instanceof Map) return [...value].slice(0, ${maxMembers}).map(told);
    if (value instanceof ArrayBuffer) return told(new Uint8Array(value));
    if (Array.isArray(value) || ArrayBuffer.isView(value) || typeof value[Symbol.iterator] === 'function')
      return Array.from(value).slice(0, ${maxMembers}).map(told);
    const names = Object.keys(value).slice(0, ${maxMembers});
    return Object.fromEntries(names.map((name) => {
      try { return [name, told(value[name])]; } catch (thrown) { return [name, '[' + text(thrown) + ']']; }
    }));
  };
  return told(this);
}`;

/** The browser's error message for a script; undefined when it compiles. */
const problemOf = (details: Protocol.Runtime.ExceptionDetails | undefined): string | undefined =>
  details && (details.exception?.description?.split('\n', 1)[0] ?? details.text);

/**
 * Runs a script in the page: as an expression when it is one, as the body of an async function when it returns, else as
 * statements, of which the last value counts. A script that leads to another page gives back `undefined`.
 */
export async function runScript(client: CDPSession, script: string): Promise<ScriptValue> {
  try {
    const { result, exceptionDetails } = await client.send('Runtime.evaluate', {
      ...(await readAs(client, script)),
      awaitPromise: true,
      userGesture: true,
    });
    const problem = problemOf(exceptionDetails);
    if (problem !== undefined) throw new Error(problem);
    return { type: result.type, value: await tellValue(client, result) };
  } catch (thrown) {
    if (isReplaced(thrown)) return { type: 'undefined', value: null };
    throw thrown;
  }
}

/** How the script is to be read; decided by its syntax alone, since running it twice would do things twice. */
async function readAs(
  client: CDPSession,
  script: string,
): Promise<Pick<Protocol.Runtime.EvaluateRequest, 'expression' | 'replMode'>> {
  const expression = `(async () => (${script.replace(/(?<![;\s])[;\s]+$/, '')}\n))()`;
  const body = `(async () => {${script}\n})()`;
  if (/\S/.test(script) && (await compiles(client, expression))) return { expression };
  const returns = /\breturn\b/.test(script) && (await compiles(client, body));
  return returns && !(await compiles(client, script)) ? { expression: body } : { expression: script, replMode: true };
}

async function compiles(client: CDPSession, expression: string): Promise<boolean> {
  const { exceptionDetails } = await client.send('Runtime.compileScript', {
    expression,
    sourceURL: '',
    persistScript: false,
  });
  return exceptionDetails === undefined;
}

async function tellValue(client: CDPSession, result: Protocol.Runtime.RemoteObject): Promise<unknown> {
  const { type, objectId, value, unserializableValue, description } = result;
  if (type === 'undefined') return null;
  if (objectId === undefined) return value ?? unserializableValue ?? (type === 'object' ? null : description);
  if (type === 'function' || type === 'symbol') return description;
  const reply = await client.send('Runtime.callFunctionOn', {
    functionDeclaration: tell,
    objectId,
    returnByValue: true,
  });
  await client.send('Runtime.releaseObject', { objectId }).catch(() => undefined);
  return reply.result.value ?? null;
}

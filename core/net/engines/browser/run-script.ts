import type { CDPSession, Protocol } from 'puppeteer';
import { isReplaced } from './page-gone';

/** Return value of a caller's script, with its JavaScript type. */
export interface ScriptValue {
  readonly type: string;
  readonly value: unknown;
}

/** Maximum number of members per object and maximum number of nesting levels in a returned value. */
const [maxMembers, maxLevels] = [10_000, 20];
/** Maximum length of a string, in characters. */
const maxChars = 1_000_000;

/** In-page function that converts any value to the closest value that JSON can represent. */
const describe = `function tell() {
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

/** Returns the browser's error message for a script. Undefined if the script caused no error. */
const problemOf = (details: Protocol.Runtime.ExceptionDetails | undefined): string | undefined =>
  details && (details.exception?.description?.split('\n', 1)[0] ?? details.text);

/**
 * Runs a script in the page. An expression is evaluated. A script that contains `return` runs as the body of an async
 * function. Any other script runs as statements and returns the value of the last one. A script that navigates to
 * another page returns `undefined`.
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
    return { type: result.type, value: await describeValue(client, result) };
  } catch (thrown) {
    if (isReplaced(thrown)) return { type: 'undefined', value: null };
    throw thrown;
  }
}

/** Decides from the syntax alone how to run the script, because running it more than once would repeat its effects. */
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

async function describeValue(client: CDPSession, result: Protocol.Runtime.RemoteObject): Promise<unknown> {
  const { type, objectId, value, unserializableValue, description } = result;
  if (type === 'undefined') return null;
  if (objectId === undefined) return value ?? unserializableValue ?? (type === 'object' ? null : description);
  if (type === 'function' || type === 'symbol') return description;
  const reply = await client.send('Runtime.callFunctionOn', {
    functionDeclaration: describe,
    objectId,
    returnByValue: true,
  });
  await client.send('Runtime.releaseObject', { objectId }).catch(() => undefined);
  return reply.result.value ?? null;
}

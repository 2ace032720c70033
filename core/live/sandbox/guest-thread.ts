import { stripTypeScriptTypes } from 'node:module';
import { setPriority } from 'node:os';
import { parentPort, workerData } from 'node:worker_threads';
import type { QuickJSContext, QuickJSHandle } from 'quickjs-emscripten-core';
import { drainJobs, openQuickJs, stringOf, textFunctions } from '../../platform/sandbox/quick-js';
import { guestPrelude } from './guest-prelude';
import { type GuestData, type GuestMessage, type HostMessage, maxCallChars, type PageState } from './messages';

/** Limits of a guest: memory in pages of 64 KiB, and stack in bytes. */
const limits = { memoryPages: 1024, stackBytes: 512 * 1024 } as const;
/** QuickJS flag that allows top-level `await`. */
const asyncGlobal = 1 << 7;

type Guest = Readonly<Record<'settle' | 'heard' | 'resultOf' | 'errorOf', QuickJSHandle>>;

const send = (message: GuestMessage): void => parentPort?.postMessage(message);

/** Runs the code from `workerData` in QuickJS. The thread cannot be used again afterwards. */
export async function runGuest(): Promise<void> {
  const { code, deadline, state } = workerData as GuestData;
  const { runtime, context } = await openQuickJs(limits);
  runtime.setInterruptHandler(() => Date.now() > deadline);
  const guest = startPrelude(context, state);
  const drain = () => drainJobs(runtime)?.dispose();
  parentPort?.on('message', (message: HostMessage) => {
    receive(context, guest, message);
    drain();
  });
  lowerPriority();
  const started = startCode(context, code);
  if ('error' in started) return send({ type: 'failed', error: started.error });
  // `resolvePromise` is called before the pending jobs run, because the code may finish while they run.
  const ended = context.resolvePromise(started.promise);
  drain();
  const outcome = await ended;
  drain();
  const isOver = Date.now() > deadline;
  if (isOver) return send({ type: 'failed', error: 'interrupted' });
  if (outcome.error) return send({ type: 'failed', error: textOf(context, guest.errorOf, outcome.error) });
  // QuickJS wraps the last value of a script in an object with a `value` field.
  const value = started.isScript ? context.getProp(outcome.value, 'value') : outcome.value;
  send({ type: 'done', result: textOf(context, guest.resultOf, value) });
}

/**
 * Lowers the priority of this thread, so that an endless loop in the code does not slow down the engine. On systems
 * other than Linux, lowers the priority of the process.
 */
function lowerPriority(): void {
  try {
    setPriority(10);
  } catch {
    // Some systems do not allow changing the priority.
  }
}

/**
 * Evaluates the prelude and passes the host functions to it as arguments. As globals, they would be accessible to the
 * user's code.
 */
function startPrelude(context: QuickJSContext, state: PageState): Guest {
  const host = [
    context.newFunction('send', (id, json) => {
      const text = stringOf(context, json);
      if (text.length > maxCallChars) throw new Error('The arguments of the call are longer than 1 MB.');
      send({ type: 'call', id: context.getNumber(id), json: text });
    }),
    context.newFunction('log', (level, text) => {
      const isError = stringOf(context, level) === 'error';
      send({ type: 'log', level: isError ? 'error' : 'out', text: stringOf(context, text).slice(0, maxCallChars) });
    }),
    ...textFunctions(context),
    context.newString(JSON.stringify(state)),
  ];
  const made = context.unwrapResult(context.evalCode(guestPrelude, 'gleaner.js'));
  const border = context.unwrapResult(context.callFunction(made, context.undefined, ...host));
  const names = ['settle', 'heard', 'resultOf', 'errorOf'] as const;
  return Object.fromEntries(names.map((name) => [name, context.getProp(border, name)])) as Guest;
}

/** Code that `startCode` has started. */
interface Started {
  readonly promise: QuickJSHandle;
  /** False if the code runs as a function body. */
  readonly isScript: boolean;
}

/**
 * Starts the code as a script whose last value is the result. If the code is not valid as a script, e.g. because of a
 * top-level `return`, starts it as a function body.
 */
function startCode(context: QuickJSContext, code: string): Started | { readonly error: string } {
  let first: string | undefined;
  for (const source of sourcesOf(code)) {
    const isBody = source.startsWith('(async');
    const started = context.evalCode(source, 'script.js', isBody ? undefined : asyncGlobal);
    if (!started.error) return { promise: started.value, isScript: !isBody };
    const { name, message, stack } = context.dump(started.error) as Partial<
      Record<'name' | 'message' | 'stack', string>
    >;
    const line = /script\.js:(\d+)/.exec(stack ?? '')?.[1];
    first ??= `${name ?? 'Error'}: ${message ?? ''}${line ? ` (line ${line})` : ''}`;
    if (name !== 'SyntaxError') break;
  }
  return { error: first ?? 'The code is empty.' };
}

/**
 * Yields the sources to try: the code as a script and as a function body, first unchanged and then converted from
 * TypeScript. The TypeScript parser is loaded only if the first two sources fail, because loading it takes longer than
 * a short run.
 */
function* sourcesOf(code: string): Iterable<string> {
  const plain = [code, `(async () => {${code}\n})()`];
  yield* plain;
  for (const source of plain) {
    const stripped = withoutTypes(source);
    if (stripped !== undefined) yield stripped;
  }
}

function withoutTypes(code: string): string | undefined {
  try {
    return stripTypeScriptTypes(code);
  } catch {
    return undefined;
  }
}

function receive(context: QuickJSContext, guest: Guest, message: HostMessage): void {
  const state = context.newString(JSON.stringify(message.state));
  const json = context.newString(message.json);
  const called =
    message.type === 'event'
      ? context.callFunction(guest.heard, context.undefined, json, state)
      : context.callFunction(
          guest.settle,
          context.undefined,
          context.newNumber(message.id),
          message.ok ? context.true : context.false,
          json,
          state,
        );
  called.dispose();
}

/**
 * Calls a guest function that returns a string. Returns an empty string if the user's code has tampered with that
 * function.
 */
function textOf(context: QuickJSContext, make: QuickJSHandle, value: QuickJSHandle): string {
  const made = context.callFunction(make, context.undefined, value);
  return made.error ? '' : stringOf(context, made.value);
}

import { z } from 'zod';
import { hostPermissions } from '../../common/plugin-files';
import type { ActionOutcome, ActionPlugin, LivePage } from '../../contract/plugin';
import type { DescribedPlugin } from './described-plugins';
import { encodedFile, readResult } from './guest-result';
import type { PageState, pageMethods } from './page-methods';
import { plainSchema } from './plain-schema';
import { type PluginSandbox, SandboxError, type ServiceReply } from './plugin-sandbox';

const image = z.strictObject({ screenshots: encodedFile(/^image\/(?:png|jpeg|webp)$/) });
const pdf = z.strictObject({ pdfs: encodedFile(/^application\/pdf$/) });
const scrape = z.strictObject({ scrapes: z.object({ url: z.string().max(8000), html: z.string() }) });
const script = z.strictObject({ javascriptReturns: z.object({ type: z.string().max(40), value: z.unknown() }) });
const nothing = z.strictObject({}).transform(() => undefined);
const result: z.ZodType<{ value: ActionOutcome | undefined }> = z.object({
  value: z.union([image, pdf, scrape, script, nothing]),
});

/**
 * Request ages in ms. For each age, a page's state contains the number of in-flight requests that are at most this old.
 */
const pendingAgesMs = [1000, 2000, 5000, 10_000, 30_000, 60_000];

const stateOf = (page: LivePage): PageState => ({
  url: page.url(),
  pending: pendingAgesMs.map((ageMs) => [ageMs, page.pendingRequests(ageMs)]),
});

const text = z.string().max(100_000);
const isAll = z.object({ all: z.boolean().default(false) });
const point = z.object({ x: z.number(), y: z.number() });
const scrolled = z.object({
  direction: z.enum(['up', 'down']),
  selector: text.optional(),
  toEnd: z.boolean().optional(),
});
const pixels = z.int().positive().max(10_000);
const picture = z.object({
  fullPage: z.boolean().optional(),
  quality: z.int().min(1).max(100).optional(),
  viewport: z.object({ width: pixels, height: pixels }).optional(),
});
const printed = z.object({
  format: z.string().max(20).optional(),
  landscape: z.boolean().optional(),
  scale: z.number().min(0.1).max(2).optional(),
});

type PageCall = (page: LivePage, signal: AbortSignal, ...args: readonly unknown[]) => Promise<unknown>;

/** Page methods that a plugin can call. Each method validates its arguments, because the plugin can send any JSON. */
const calls: Readonly<Record<(typeof pageMethods)[number], PageCall>> = {
  html: async (page) => page.html(),
  click: async (page, signal, to, how) => page.click(text.parse(to), { ...isAll.parse(how ?? {}), signal }),
  locate: async (page, signal, to) => page.locate(text.parse(to), signal),
  moveMouse: async (page, signal, to) => page.moveMouse(point.parse(to), signal),
  write: async (page, signal, typed) => page.write(text.parse(typed), signal),
  selectText: async (page, signal) => page.selectText(signal),
  writeSecret: async (page, signal, name) => page.writeSecret(text.parse(name), signal),
  choose: async (page, signal, to, value) => page.choose(text.parse(to), text.parse(value), signal),
  press: async (page, signal, key) => page.press(text.parse(key), signal),
  scroll: async (page, signal, how) => page.scroll(scrolled.parse(how), signal),
  waitForSelector: async (page, signal, to) => page.waitForSelector(text.parse(to), signal),
  wait: async (page, signal, ms) => page.wait(z.number().min(0).max(60_000).parse(ms), signal),
  evaluate: async (page, signal, code) => page.evaluate(text.parse(code), signal),
  screenshot: async (page, signal, how) => page.screenshot(picture.parse(how ?? {}), signal),
  pdf: async (page, signal, how) => page.pdf(printed.parse(how ?? {}), signal),
};

const request = z.object({ method: z.string(), args: z.array(z.unknown()).max(10) });

/** Calls a method of the page for a plugin. Throws if the user has not approved the method. */
async function callPage(page: LivePage, sandbox: PluginSandbox, json: string, signal: AbortSignal) {
  const { method, args } = request.parse(JSON.parse(json));
  const { hosts, secrets } = sandbox.granted;
  if (!Object.hasOwn(calls, method)) throw new Error(`The page has no method "${method.slice(0, 40)}".`);
  if (method === 'evaluate' && !hostPermissions(hosts).runsScripts)
    throw new Error('The plugin may not run scripts in the page; add "{page}" to "hosts" in its manifest.');
  if (method === 'writeSecret' && !secrets.includes(String(args[0])))
    throw new Error(
      `The plugin may not use the secret "${String(args[0])}"; add the name to "secrets" in its manifest.`,
    );
  const value = await calls[method as keyof typeof calls](page, signal, ...args).catch(explain(method));
  const { bytes: body, mediaType } = (value ?? {}) as { readonly bytes?: unknown; readonly mediaType?: string };
  const reply = body instanceof Uint8Array ? { mediaType } : { result: value };
  return {
    json: JSON.stringify({ state: stateOf(page), ...reply }),
    body: body instanceof Uint8Array ? body : new Uint8Array(),
  } satisfies ServiceReply;
}

/**
 * Returns an error handler for a page method. The handler rethrows the error, but replaces a validation error with one
 * that contains the name of the method.
 */
const explain =
  (method: string) =>
  (thrown: unknown): never => {
    if (!(thrown instanceof z.ZodError)) throw thrown;
    throw new Error(`page.${method} was called with invalid arguments: ${thrown.issues[0]?.message}`);
  };

/** Returns an action that runs in the sandbox. `index` is the position of the plugin in the default export. */
export function sandboxedAction(sandbox: PluginSandbox, plugin: DescribedPlugin, index: number): ActionPlugin {
  const { id, summary, takesPictures } = plugin;
  return {
    ...{ kind: 'action', type: id, summary, takesPictures },
    schema: plainSchema(plugin.options)?.schema ?? z.object({}),
    async run(page, fields, signal) {
      const failures: unknown[] = [];
      const service = (json: string, until: AbortSignal) =>
        callPage(page, sandbox, json, until).catch((thrown: unknown) => {
          failures.push(thrown);
          throw thrown;
        });
      const input = { fields, page: stateOf(page) };
      try {
        const call = { index, method: 'run', input, values: {}, services: { page: service } } as const;
        return readResult(await sandbox.call(call, signal), result).value;
      } catch (thrown) {
        if (!(thrown instanceof SandboxError)) throw thrown;
        // If the plugin did not handle an error from the page, that error is reported, as for a built-in action.
        const isReason = (one: unknown) => one instanceof Error && thrown.message.startsWith(`Error: ${one.message}`);
        throw failures.find(isReason) ?? new Error(`the plugin failed: ${thrown.message}`, { cause: thrown });
      }
    },
  };
}

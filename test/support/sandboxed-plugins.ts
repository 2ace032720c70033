import { resolve } from 'node:path';
import { expect } from 'vitest';
import type { Plugin } from '../../core/contract/plugin';
import { readDescription, whyTrusted } from '../../core/platform/sandbox/described-plugins';
import { sendRequest } from '../../core/platform/sandbox/plugin-requests';
import { PluginSandbox } from '../../core/platform/sandbox/plugin-sandbox';
import { sandboxedPlugins } from '../../core/platform/sandbox/sandboxed-plugins';

const open: PluginSandbox[] = [];

/** Closes a test's sandboxes. */
export function closeSandboxes(): void {
  for (const sandbox of open.splice(0)) sandbox.close();
}

/** A signal that never aborts. */
export const signal = new AbortController().signal;

/** Services for plugins: a log that discards messages, and a service that must not be called. */
export const services = {
  log: { info: () => undefined, warn: () => undefined },
  unused: () => {
    throw new Error('not used');
  },
};

/** A request sent from inside the sandbox. */
interface Sent {
  readonly url: string;
  readonly init: RequestInit;
}

/** Permissions of a plugin, and the network available to it. */
export interface Granted {
  readonly hosts?: readonly string[];
  readonly secrets?: readonly string[];
  /** Responds to a request. By default, the response is 200 with an empty object. */
  readonly answer?: (url: string) => Response | Promise<Response>;
}

/** Returns a script that defines one plugin for each body. */
export const scriptOf = (kind: string, ...bodies: readonly string[]): string =>
  `import * as gleaner from 'gleaner/plugin';
  const { AppError, decodePlainText, escapeHtml, listHtml, openOfficeFile, readReply, tableHtml, z } = gleaner;
  export default [${bodies.map((body) => `gleaner.define${kind}({ ${kind === 'Action' ? 'type' : 'id'}: 'mine', summary: 'Mine.', ${body} })`).join(',\n')}];`;

/** Loads a script in the sandbox, and connects it to a network that records requests. */
export async function loadSandboxed<P extends Plugin>(code: string, granted: Granted = {}) {
  const { hosts = ['api.example'], secrets = ['MINE'], answer = () => Response.json({}) } = granted;
  const sandbox = new PluginSandbox(resolve('out/main/plugin-sandbox.js'), code);
  open.push(sandbox);
  const { json, imports } = await sandbox.describe();
  const described = readDescription(json);
  const sent: Sent[] = [];
  const http = {
    fetch: async (url: string, init: RequestInit = {}) => {
      sent.push({ url, init });
      return answer(url);
    },
  };
  const secret = async (name: string) => `value of ${name}`;
  sandbox.connect({
    granted: { hosts, secrets },
    fetch: (text, until, access) => sendRequest({ hosts, secrets, http, secret }, text, until, access),
    log: () => undefined,
    disable: () => undefined,
  });
  const plugins = sandboxedPlugins(sandbox, described) as readonly P[];
  return { sandbox, sent, http, problem: whyTrusted(described, imports), plugins };
}

/** Body of a hostile or broken plugin, and the expected error. */
export type Failing = readonly [body: string, reason: string | RegExp, code?: string];

/** Expects each plugin to fail with an error that contains its name and the reason. */
export async function expectFailures(
  failing: readonly Failing[],
  usual: string,
  run: (at: number) => Promise<unknown>,
): Promise<void> {
  for (const [at, [body, reason, code = usual]] of failing.entries()) {
    const failure = await run(at).then(
      () => expect.fail(`${body} did not fail`),
      (thrown: unknown) => thrown as Error & { readonly code?: string },
    );
    if (code !== '') expect.soft([body, failure.code]).toEqual([body, code]);
    if (typeof reason === 'string') expect.soft(failure.message).toContain(reason);
    else expect.soft(failure.message).toMatch(reason);
    if (usual !== '') expect.soft(failure.message).toMatch(/The plugin \w+ "mine" failed: ./);
  }
}

import type { AddressInfo } from 'node:net';
import { z } from 'zod';
import type { Plugin } from '../../../core/contract/plugin';
import { loadedOf } from './loaded-plugin';
import { ofKind } from './plugin-run';
import { engineFor } from './test-engine';

/** Page and action fields for `runAction`. */
export interface ActionRun {
  /** HTML of the page, which is served on this machine. */
  readonly html?: string;
  /** URL of the page if `html` is absent. */
  readonly url?: string;
  /** Fields of the action, validated by the action's `schema`. */
  readonly fields?: Readonly<Record<string, unknown>>;
}

/** Result of `runAction`. */
export interface ActionResult {
  /** HTML of the page after the action. */
  readonly html: string;
  /** Results of the action in the lists `screenshots`, `scrapes`, `javascriptReturns` and `pdfs`. */
  readonly results: Readonly<Record<string, readonly unknown[]>>;
}

const answer = z.object({
  success: z.boolean(),
  error: z.string().optional(),
  data: z.object({ rawHtml: z.string(), actions: z.record(z.string(), z.array(z.unknown())).optional() }).optional(),
});

/** Performs a plugin's action in a real browser. `engine` is the engine script that controls the browser. */
export async function runActionIn(engine: string, given: Plugin, run: ActionRun): Promise<ActionResult> {
  const plugin = ofKind(given, 'action');
  const built = loadedOf(plugin)?.built;
  if (!built) throw new TypeError('`runAction` needs an action that was loaded with `loadPlugin`.');
  const { post } = await engineFor(built, engine);
  const page = run.html === undefined ? undefined : await servePage(run.html);
  try {
    const actions = [{ ...run.fields, type: plugin.type }];
    const url = page?.url ?? run.url;
    const { error, data } = answer.parse(await post('/v2/scrape', { url, actions, formats: ['rawHtml'], maxAge: 0 }));
    if (!data) throw new Error(built.bundle.lines.inMessage(error ?? 'The action failed.'));
    return { html: data.rawHtml, results: data.actions ?? {} };
  } finally {
    page?.close();
  }
}

async function servePage(html: string) {
  const { createServer } = await import('node:http');
  const server = createServer((_, response) =>
    response.setHeader('content-type', 'text/html; charset=utf-8').end(html),
  );
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}/`,
    close() {
      server.closeAllConnections();
      server.close();
    },
  };
}

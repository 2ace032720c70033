import { resolve } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import type { Document } from 'domhandler';
import { parseDocument } from 'htmlparser2';
import type { FormatPlugin } from '../../core/contract/plugin';
import * as contract from '../../core/contract/plugin';
import { readDescription } from '../../core/platform/sandbox/described-plugins';
import { flattenDom } from '../../core/platform/sandbox/flat-dom';
import { PluginSandbox } from '../../core/platform/sandbox/plugin-sandbox';
import { sandboxedPlugins } from '../../core/platform/sandbox/sandboxed-plugins';

/** Format definitions. They are used both inside and outside the sandbox. */
const formats = {
  metadata: `{ needs: ['metadata'], derive: ({ metadata }) => String(metadata.title).toUpperCase() }`,
  markdown: `{ needs: ['markdown'], derive: ({ markdown }) => ({ chars: markdown.length, start: markdown.slice(0, 200) }) }`,
  links: `{ needs: ['dom'], derive: ({ dom }, { url }) => [...new Set($$(dom, 'a[href]').map((a) => new URL(a.attribs.href, url).href))] }`,
  headings: `{ needs: ['dom'], derive: ({ dom }) => $$(dom, 'h2, h3').map((h) => ({ level: h.name, text: textOf(h) })) }`,
  table: `{ needs: ['dom'], derive: ({ dom }) => $$(dom, 'li').map((li) => ({ text: textOf(li), first: li.children[0].name, at: li.parent.attribs.class })) }`,
};

const item = (at: number) =>
  `<li class="item"><a href="/p/${at}">Product ${at}</a> <b>${at}.99</b> <span title="in stock">in <i>stock</i> &amp; more words here</span></li>`;
const html = `<html><head><title>List</title></head><body>${Array.from({ length: 85 }, (_, part) => `<h2>Part ${part}</h2><p>Some text about this part of the page.</p><ul class="list">${Array.from({ length: 10 }, (__, at) => item(part * 10 + at)).join('')}</ul>`).join('')}</body></html>`;

/** Returns the mean CPU time in ms of a run in this process. */
async function cpuMs(runs: number, run: () => unknown): Promise<number> {
  for (let time = 0; time < 10; time++) await run();
  const before = process.cpuUsage();
  for (let time = 0; time < runs; time++) await run();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000 / runs;
}

/** Measures each format inside and outside the sandbox. */
export async function measure(runs: number) {
  const document = parseDocument(html) as Document;
  const markdown = html.replace(/<[^>]*>/g, '').repeat(2);
  const native = { dom: document, markdown, metadata: { title: 'List' } } as Record<string, unknown>;
  const results = [];
  for (const [name, body] of Object.entries(formats)) {
    const source = `defineFormat({ id: '${name}', summary: 'x', ...${body} })`;
    const twin = new Function('defineFormat', '$$', 'textOf', `return ${source}`)(
      contract.defineFormat,
      contract.$$,
      contract.textOf,
    );
    const code = `import { defineFormat, $$, textOf } from 'gleaner/plugin'; export default ${source};`;
    const sandbox = new PluginSandbox(resolve('out/main/plugin-sandbox.js'), code);
    const [format] = sandboxedPlugins(sandbox, readDescription((await sandbox.describe()).json)) as FormatPlugin[];
    const context = {
      url: 'https://a.example/',
      options: {},
      config: {},
      warn: console.warn,
      keep() {},
      isUnlinked: false,
      signal: new AbortController().signal,
    };
    const derive = format!.derive as (values: object, context: object) => Promise<unknown>;
    const needs = twin.needs as readonly string[];
    const sandboxed = () =>
      derive(
        Object.fromEntries(needs.map((need) => [need, need === 'dom' ? flattenDom(document) : native[need]])),
        context,
      );
    const plain = () => twin.derive(Object.fromEntries(needs.map((need) => [need, native[need]])), context);
    const equal = isDeepStrictEqual(await sandboxed(), await plain());
    results.push({
      name,
      equal,
      sandboxMs: await cpuMs(runs, sandboxed),
      twinMs: await cpuMs(runs, plain),
      bytes: html.length,
    });
    sandbox.close();
  }
  return results;
}

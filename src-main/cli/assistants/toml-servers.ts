import { isDeepStrictEqual } from 'node:util';
import { parse } from 'smol-toml';
import { ConfigurationRefusal } from './configuration-refusal';
import type { ServerEntry } from './server-entry';

/** A TOML table: the keys in its header, and its start and end positions. */
interface Table {
  readonly keys: readonly string[];
  readonly start: number;
  readonly end: number;
}

const stringOrComment = /"""(?:\\[\s\S]|[^\\])*?"""|'''[\s\S]*?'''|"(?:[^"\\\r\n]|\\.)*"|'[^'\r\n]*'|#[^\r\n]*/g;
const headerLine = /^[ \t]*\[\[?([^[\]\r\n]+)\]\]?[ \t]*\r?$/gm;

/** Masks comments and multi-line strings, because their lines can look like headers. */
const masked = (text: string): string =>
  text.replace(stringOrComment, (part) => (/^(?:#|"""|''')/.test(part) ? part.replace(/[^\r\n]/g, ' ') : part));

const keysOf = (header: string): readonly string[] =>
  header.split('.').map((key) => key.trim().replace(/^(["'])(.*)\1$/, '$2'));

/** Returns a server's table as TOML. Strings are written as JSON, because JSON strings are also valid in TOML. */
export const tomlServer = (key: string, name: string, { command, args }: ServerEntry): string =>
  `[${key}.${name}]\ncommand = ${JSON.stringify(command)}\nargs = [${args.map((arg) => JSON.stringify(arg)).join(', ')}]\n`;

/**
 * Adds or replaces the table of a server. If `entry` is undefined, removes the table and its child tables. Leaves all
 * other text unchanged. Throws if the result would be invalid or have unexpected values, e.g. if the servers are not
 * tables.
 */
export function editTomlServers(text: string, key: string, name: string, entry: ServerEntry | undefined): string {
  const bom = text.startsWith('\uFEFF') ? '\uFEFF' : '';
  const body = text.slice(bom.length);
  const before = contentOf(body, key, name);
  if (!before) throw new ConfigurationRefusal('is damaged');
  if (entry === undefined && before.own === undefined) return text;
  const edited = edit(body, key, name, entry);
  const after = contentOf(edited, key, name);
  if (!after || !isDeepStrictEqual(after.others, before.others) || !isWritten(after.own, entry))
    throw new ConfigurationRefusal('does not define its servers as tables');
  return bom + edited;
}

function edit(text: string, key: string, name: string, entry: ServerEntry | undefined): string {
  const own = tablesOf(text).filter(({ keys }) => keys[0] === key && keys[1] === name);
  if (entry === undefined) {
    const parts = own.map((table) => [blanksBefore(text, table.start), contentEnd(text, table)] as const);
    return parts.reduceRight((rest, [start, end]) => rest.slice(0, start) + rest.slice(end), text);
  }
  const lineEnd = text.includes('\r\n') ? '\r\n' : '\n';
  const table = tomlServer(key, name, entry).replaceAll('\n', lineEnd);
  const existing = own.find(({ keys }) => keys.length === 2);
  if (existing) return text.slice(0, existing.start) + table + text.slice(contentEnd(text, existing));
  const gap = /\S\s*$/.test(text) ? (/\n$/.test(text) ? lineEnd : lineEnd.repeat(2)) : '';
  return text + gap + table;
}

function tablesOf(text: string): readonly Table[] {
  const headers = [...masked(text).matchAll(headerLine)];
  return headers.map(({ 1: header = '', index }, at) => ({
    keys: keysOf(header),
    start: index,
    end: headers[at + 1]?.index ?? text.length,
  }));
}

/**
 * Returns the end of the table's last line with a value. Any comments and blank lines after this line belong to the
 * next table.
 */
function contentEnd(text: string, { start, end }: Table): number {
  const content = masked(text).slice(start, end).trimEnd();
  const lineEnd = text.indexOf('\n', start + content.length);
  return lineEnd === -1 ? text.length : Math.min(lineEnd + 1, end);
}

/** Returns the start of the blank lines before a position. */
function blanksBefore(text: string, position: number): number {
  const before = text.slice(0, position);
  const content = before.trimEnd().length;
  return content === 0 ? 0 : before.indexOf('\n', content) + 1;
}

/** Returns a server's values and, separately, all other values in a TOML file. Undefined if the file is invalid. */
function contentOf(text: string, key: string, name: string) {
  try {
    const { [key]: servers = {}, ...rest } = parse(text, { integersAsBigInt: 'asNeeded' });
    const { [name]: own, ...others } = Object.fromEntries(Object.entries(servers));
    return { own, others: [rest, others, Array.isArray(servers)] };
  } catch {
    return undefined;
  }
}

/** True if the server has the values of `entry`. Without an entry, true if the server does not exist. */
const isWritten = (own: unknown, entry: ServerEntry | undefined): boolean => {
  const { command, args } = (own ?? {}) as Partial<ServerEntry>;
  return entry ? command === entry.command && isDeepStrictEqual(args, entry.args) : own === undefined;
};

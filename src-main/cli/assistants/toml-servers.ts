import { ConfigurationRefusal } from './configuration-refusal';
import type { ServerEntry } from './server-entry';

/** A table: the keys in its header, and its start and end positions. */
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

/** Returns a server's table as TOML. JSON strings are also valid TOML strings. */
export const tomlServer = (key: string, name: string, { command, args }: ServerEntry): string =>
  `[${key}.${name}]\ncommand = ${JSON.stringify(command)}\nargs = [${args.map((arg) => JSON.stringify(arg)).join(', ')}]\n`;

/**
 * Adds or replaces the table of a server, or removes it and its child tables if `entry` is undefined. All other text
 * stays unchanged.
 */
export function editTomlServers(text: string, key: string, name: string, entry: ServerEntry | undefined): string {
  const tables = tablesOf(text);
  const isOwn = ({ keys }: Table): boolean => keys[0] === key && keys[1] === name;
  const own = tables.filter((table) => isOwn(table) && table.keys.length === 2);
  refuseOtherForms(text, tables, key, name, own.length);
  if (entry === undefined) {
    const parts = tables
      .filter(isOwn)
      .map((table) => [blanksBefore(text, table.start), contentEnd(text, table)] as const);
    return parts.reduceRight((rest, [start, end]) => rest.slice(0, start) + rest.slice(end), text);
  }
  const lineEnd = text.includes('\r\n') ? '\r\n' : '\n';
  const table = tomlServer(key, name, entry).replaceAll('\n', lineEnd);
  const [existing] = own;
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

/** Returns the end of the last line with a value. Comments and blank lines after it belong to the next table. */
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

/**
 * Throws if the server may already be defined in a form other than a table, because a second definition would make the
 * file invalid.
 */
function refuseOtherForms(text: string, tables: readonly Table[], key: string, name: string, own: number): void {
  const clear = masked(text);
  const root = clear.slice(0, tables[0]?.start ?? clear.length);
  const lists = tables.filter(({ keys }) => keys.length === 1 && keys[0] === key);
  const inList = lists.some(({ start, end }) => assigns(clear.slice(start, end), name));
  if (assigns(root, key) || inList) throw new ConfigurationRefusal('does not define its servers as tables');
  if (own > 1) throw new ConfigurationRefusal('names a server twice');
}

/** True when a line of the text assigns a value to a key or to a key below it. */
const assigns = (text: string, key: string): boolean =>
  text.split('\n').some((line) => keysOf(line.split('=')[0] ?? '')[0] === key && line.includes('='));

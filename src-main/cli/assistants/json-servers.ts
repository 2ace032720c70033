import { isDeepStrictEqual } from 'node:util';
import { isObject, type JsonObject } from '../../../core/common/values/json';
import { ConfigurationRefusal } from './configuration-refusal';

interface Token {
  readonly text: string;
  readonly start: number;
  readonly end: number;
}

/** An object member, including the positions of its key and value in the text. */
interface Member {
  readonly key: string;
  readonly start: number;
  readonly valueStart: number;
  readonly end: number;
}

interface ObjectPlace {
  readonly start: number;
  readonly end: number;
  readonly members: readonly Member[];
}

const tokenPattern = /"(?:[^"\\]|\\.)*"|[{}[\],:]|[^\s{}[\],:"]+/g;

/**
 * Adds or replaces a server in the object at `key`. If `entry` is undefined, removes the server. Leaves all other text
 * unchanged.
 */
export function editJsonServers(text: string, key: string, name: string, entry: JsonObject | undefined): string {
  const bom = text.startsWith('\uFEFF') ? '\uFEFF' : '';
  const body = text.slice(bom.length);
  const before = body.trim() === '' ? {} : parsed(body);
  const servers = (isObject(before) ? before[key] : undefined) ?? {};
  if (!isObject(before) || !isObject(servers)) throw new ConfigurationRefusal('does not have the expected structure');
  const own = servers[name];
  if (entry === undefined && own === undefined) return text;
  // Preserves environment variables that the user has set for the server.
  const next = entry && isObject(own) && own.env !== undefined ? { ...entry, env: own.env } : entry;
  if (next !== undefined && isDeepStrictEqual(own, next)) return text;
  const edited = body.trim() === '' ? newFile(body, { [key]: { [name]: next } }) : edit(body, key, name, next);
  const { [name]: _, ...others } = servers;
  const wanted = { ...before, [key]: next === undefined ? others : { ...others, [name]: next } };
  if (!isDeepStrictEqual(parsed(edited), wanted)) throw new ConfigurationRefusal('names a server twice');
  return bom + edited;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new ConfigurationRefusal('is damaged or contains comments');
  }
}

const newFile = (body: string, value: JsonObject): string => {
  const lineEnd = body.includes('\r\n') ? '\r\n' : '\n';
  return `${JSON.stringify(value, null, 2)}\n`.replaceAll('\n', lineEnd);
};

function edit(text: string, key: string, name: string, entry: JsonObject | undefined): string {
  const tokens = [...text.matchAll(tokenPattern)].map(
    ({ 0: found, index }): Token => ({ text: found, start: index, end: index + found.length }),
  );
  const root = objectAt(tokens, 0);
  const list = root.members.findLast((member) => member.key === key);
  if (!list || text[list.valueStart] !== '{') {
    const value = { [name]: entry };
    return list
      ? splice(text, list.valueStart, list.end, written(text, value, 1))
      : withMember(text, root, key, value, 1);
  }
  const servers = objectAt(
    tokens,
    tokens.findIndex(({ start }) => start === list.valueStart),
  );
  const own = servers.members.findLast((member) => member.key === name);
  if (entry === undefined) return own ? withoutMember(text, servers, own) : text;
  return own
    ? splice(text, own.valueStart, own.end, written(text, entry, 2))
    : withMember(text, servers, name, entry, 2);
}

/** Parses the members of the object that starts at a token. */
function objectAt(tokens: readonly Token[], first: number): ObjectPlace {
  const members: Member[] = [];
  let depth = 0;
  let keyAt = first + 1;
  for (let at = first; at < tokens.length; at++) {
    const { text, end } = tokens[at] as Token;
    if (depth === 1 && at > first + 1 && (text === ',' || text === '}')) {
      const [key, , value] = tokens.slice(keyAt, keyAt + 3) as [Token, Token, Token];
      const last = tokens[at - 1] as Token;
      members.push({ key: JSON.parse(key.text), start: key.start, valueStart: value.start, end: last.end });
      keyAt = at + 1;
    }
    if (text === '{' || text === '[') depth++;
    if (text === '}' || text === ']') depth--;
    if (depth === 0) return { start: (tokens[first] as Token).start, end, members };
  }
  throw new ConfigurationRefusal('is damaged');
}

const splice = (text: string, start: number, end: number, part: string): string =>
  text.slice(0, start) + part + text.slice(end);

/**
 * Returns the indentation of one level. Undefined if the file has only one non-empty line, unless this line is `{}`.
 */
const indentOf = (text: string): string | undefined =>
  /\n([ \t]+)"/.exec(text)?.[1] ?? (/\n.*\S/.test(text) || /^\s*\{\s*\}\s*$/.test(text) ? '  ' : undefined);

/** Returns a line break and the indentation of a level, in the file's style. */
const lineOf = (text: string, level: number): string => {
  const indent = indentOf(text);
  return indent === undefined ? '' : (text.includes('\r\n') ? '\r\n' : '\n') + indent.repeat(level);
};

const written = (text: string, value: unknown, level: number): string =>
  JSON.stringify(value, null, indentOf(text)).replaceAll('\n', lineOf(text, level));

function withMember(text: string, object: ObjectPlace, key: string, value: unknown, level: number): string {
  const line = lineOf(text, level);
  const member = `${line}${JSON.stringify(key)}:${line ? ' ' : ''}${written(text, value, level)}`;
  const last = object.members.at(-1);
  return last
    ? splice(text, last.end, last.end, `,${member}`)
    : splice(text, object.start, object.end, `{${member}${lineOf(text, level - 1)}}`);
}

function withoutMember(text: string, { start, end, members }: ObjectPlace, own: Member): string {
  const at = members.indexOf(own);
  const next = members[at + 1];
  const previous = members[at - 1];
  if (next) return splice(text, own.start, next.start, '');
  return previous ? splice(text, previous.end, own.end, '') : splice(text, start, end, '{}');
}

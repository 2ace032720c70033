import type { Element } from 'domhandler';
import { textContent } from 'domutils';
import { isObject, type JsonObject, parseJson } from '../../../../common/values/json';
import type { MarkupItem } from '../../../../contract/markup-item';
import { JsonItems } from './json-items';

/** Maximum length, in characters, of a script that is searched for data. */
export const MAX_SCRIPT_CHARS = 1_500_000;
const MAX_VISITED = 60_000;
const ASSIGNED = /=\s*(?=[[{][\s\n]*["[{])/g;
const MAX_TRIES = 12;

/** An object in script data, with the number of requested names that the object contains. */
export interface StateObject {
  readonly item: MarkupItem;
  readonly hits: number;
}

/** Returns the objects in script data (e.g. `__NEXT_DATA__`) that contain several of the names, best match first. */
export function stateItems(scripts: readonly Element[], names: ReadonlySet<string>, max = 5): readonly StateObject[] {
  if (names.size < 2) return [];
  const quoted = new RegExp(`"(?:${[...names].filter((name) => /^\\w+$/.test(name)).join('|')})"`, 'g');
  const found: { object: JsonObject; hits: number; node: Element }[] = [];
  for (const node of scripts) {
    const text = textContent(node);
    if (text.length < 200 || text.length > MAX_SCRIPT_CHARS || !mentions(text, quoted)) continue;
    for (const root of jsonIn(text, node)) search(root, names, (object, hits) => found.push({ object, hits, node }));
  }
  found.sort((a, b) => b.hits - a.hits);
  return found
    .slice(0, max)
    .map(({ object, hits, node }) => ({ item: new JsonItems('state', node).item(object, 6), hits }));
}

/** Quick check before parsing: true if the script contains at least two of the quoted names. */
function mentions(text: string, quoted: RegExp): boolean {
  quoted.lastIndex = 0;
  const first = quoted.exec(text)?.[0];
  if (first === undefined) return false;
  for (let next = quoted.exec(text); next; next = quoted.exec(text)) if (next[0] !== first) return true;
  return false;
}

/** Returns the JSON values in a script: its entire text, or each value assigned to a variable. */
export function jsonIn(text: string, { attribs }: Element): readonly unknown[] {
  if (/json/i.test(attribs.type ?? '')) return [parseJson(text)].filter((value) => value !== undefined);
  const values: unknown[] = [];
  let tries = 0;
  let end = 0;
  for (const match of text.matchAll(ASSIGNED)) {
    if (values.length >= 4 || ++tries > MAX_TRIES) break;
    if ((match.index ?? 0) < end) continue;
    const start = (match.index ?? 0) + match[0].length;
    const stop = endOfJson(text, start);
    const value = stop === undefined || stop - start < 40 ? undefined : parseJson(text.slice(start, stop));
    if (value === undefined || stop === undefined) continue;
    values.push(value);
    end = stop;
  }
  return values;
}

/** Returns the end of the JSON value at `start`. Undefined if the value is incomplete. */
function endOfJson(text: string, start: number): number | undefined {
  let depth = 0;
  let quoted = false;
  for (let at = start; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (quoted) {
      if (code === 92) at++;
      else if (code === 34) quoted = false;
    } else if (code === 34) quoted = true;
    else if (code === 123 || code === 91) depth++;
    else if ((code === 125 || code === 93) && --depth === 0) return at + 1;
  }
  return undefined;
}

/** Visits the objects inside a value, outermost first. */
function search(root: unknown, names: ReadonlySet<string>, found: (object: JsonObject, hits: number) => void): void {
  let level: unknown[] = [root];
  let visited = 0;
  for (let depth = 0; depth < 14 && level.length > 0; depth++) {
    const next: unknown[] = [];
    for (const value of level) {
      if (++visited > MAX_VISITED) return;
      if (Array.isArray(value)) next.push(...value.slice(0, 200));
      else if (isObject(value)) {
        let hits = 0;
        for (const key in value) {
          if (names.has(key)) hits++;
          if (typeof value[key] === 'object') next.push(value[key]);
        }
        if (hits >= 2) found(value, hits);
      }
    }
    level = next;
  }
}

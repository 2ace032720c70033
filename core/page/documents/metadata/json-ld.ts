import { jsonrepair } from 'jsonrepair';
import { isObject, type JsonObject } from '../../../common/values/json';

const MAX_OBJECTS = 5000;
const MAX_DEPTH = 40;
const OPENING_MARK = /^\s*(<!--|\/\*\s*<!\[CDATA\[\s*\*\/|\/\/\s*<!\[CDATA\[|<!\[CDATA\[)/;

/**
 * Returns the objects in all JSON-LD scripts in order, with nested objects after their parents. Skips broken scripts.
 */
export function readJsonLd(scripts: readonly string[]): readonly JsonObject[] {
  const found: JsonObject[] = [];
  for (const script of scripts) collect(parseJsonLd(script), found);
  return found;
}

/** Repairs to try in order before parsing. The first entry leaves the text unchanged. */
const ATTEMPTS: readonly ((text: string) => string)[] = [
  (text) => text,
  (text) => text.replace(/[\n\r\t]+/g, ' '),
  (text) => text.replace(/[\n\r\t]+/g, ' ').replace(/,\s*([}\]])/g, '$1'),
  (text) => unescapeQuotes(text),
];

/** Parses a JSON-LD script and repairs common mistakes. Undefined if the script cannot be repaired. */
export function parseJsonLd(script: string): unknown {
  return parseLooseJson(script) ?? repaired(withoutMarks(script).replace(/;\s*$/, ''));
}

/** Repairs a broken script. A truncated script is rejected, because its last value may be incomplete. */
function repaired(text: string): unknown {
  const count = (sign: string): number => text.split(sign).length;
  if (!/[}\]]\s*$/.test(text) || count('{') !== count('}') || count('[') !== count(']')) return undefined;
  try {
    // `jsonrepair` returns all objects only if line breaks separate them.
    return JSON.parse(jsonrepair(text.replace(/\}\s*\{/g, '}\n{')));
  } catch {
    return undefined;
  }
}

/** Parses JSON that may contain common mistakes. Undefined if no repair succeeds. */
export function parseLooseJson(script: string): unknown {
  const text = withoutMarks(script);
  for (const attempt of ATTEMPTS) {
    try {
      return JSON.parse(attempt(text));
    } catch {
      // Continues with the next repair.
    }
  }
  return undefined;
}

/** Removes the markers that hide a script from old browsers. */
function withoutMarks(script: string): string {
  const text = script.replace(OPENING_MARK, '').trimEnd();
  if (text.endsWith('-->')) return text.slice(0, -3);
  const end = text.lastIndexOf(']]>');
  if (end < 0 || !['', '*/'].includes(text.slice(end + 3).trim())) return text;
  return text
    .slice(0, end)
    .trimEnd()
    .replace(/\/[/*]$/, '');
}

function collect(root: unknown, found: JsonObject[]): void {
  let level: unknown[] = [root];
  for (let depth = 0; depth < MAX_DEPTH && level.length > 0 && found.length < MAX_OBJECTS; depth++) {
    const next: unknown[] = [];
    for (const value of level) {
      if (Array.isArray(value)) next.push(...value.slice(0, MAX_OBJECTS));
      else if (isObject(value)) {
        found.push(value);
        next.push(...Object.values(value).filter((inner) => typeof inner === 'object'));
      }
    }
    level = next;
  }
}

/** Decodes scripts in which all quotes are character references. */
const unescapeQuotes = (text: string): string =>
  /^\s*[[{]\s*&quot;/.test(text) ? text.replaceAll('&quot;', '"') : text;

/** Returns the types of an object in lower case, without namespaces. */
export function typesOf(object: JsonObject): readonly string[] {
  const types = Array.isArray(object['@type']) ? object['@type'] : [object['@type']];
  return types
    .filter((type) => typeof type === 'string')
    .map((type: string) => type.replace(/^.*[/#:]/, '').toLowerCase());
}

/** Returns the names of people or organizations from a string, object, list or `@id` reference. */
export function namesOf(value: unknown, all: readonly JsonObject[]): readonly string[] {
  if (typeof value === 'string') return /^https?:/.test(value) ? [] : [value];
  if (Array.isArray(value)) return value.slice(0, 20).flatMap((item) => namesOf(item, all));
  if (!isObject(value)) return [];
  if (typeof value.name === 'string') return [value.name];
  if (Array.isArray(value.name)) return value.name.filter((name) => typeof name === 'string').slice(0, 5);
  const id = value['@id'];
  if (typeof id !== 'string') return [];
  const known = all.find((object) => object['@id'] === id && typeof object.name === 'string');
  return typeof known?.name === 'string' ? [known.name] : [];
}

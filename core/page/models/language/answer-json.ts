import { parseLooseJson } from '../../documents/metadata/json-ld';

/** Maximum number of positions in an answer at which JSON parsing is attempted. */
const maxStarts = 50;

/**
 * Extracts JSON from an answer: bare, in a code block, or inside other text. Throws with the reason if there is no
 * valid JSON.
 */
export function jsonOf(answer: string): unknown {
  const text = withoutThinking(answer);
  const closedParts = text.split('```').slice(0, -1);
  const blocks = closedParts.filter((_, index) => index % 2 === 1).map((block) => block.replace(/^\w*\s*/, ''));
  if (!/[{[]/.test(text)) throw new Error('it contains no JSON object');
  let problem: string | undefined;
  for (const candidate of [...blocks, text]) {
    try {
      return parsedIn(candidate);
    } catch (thrown) {
      problem ??= (thrown as Error).message;
    }
  }
  throw new Error(`it is not valid JSON (${problem})`);
}

/** Returns the complete values in a truncated JSON answer, if any. */
export function cutJsonOf(answer: string): unknown {
  const text = withoutThinking(answer).replace(/^[\s\S]*?(?=[{[])/, '');
  const closed = closedJson(text);
  return closed === undefined ? undefined : parseLooseJson(closed);
}

/** Removes the reasoning that some models write before their answer. */
export const withoutThinking = (answer: string): string => answer.replace(/^[\s\S]*<\/think(?:ing)?>/, '').trim();

/** Returns the first parsable object or list in a string. Tolerates common mistakes in JSON. */
function parsedIn(text: string): unknown {
  const first = text.search(/[{[]/);
  const last = Math.max(text.lastIndexOf('}'), text.lastIndexOf(']'));
  if (first < 0 || last < first) throw new Error('its JSON is incomplete');
  const whole = text.slice(first, last + 1);
  const forgiven = parseLooseJson(whole);
  if (isHolder(forgiven)) return forgiven;
  let at = 0;
  for (let tries = 0; at >= 0 && tries < maxStarts; tries++) {
    const rest = whole.slice(at);
    const length = balancedLength(rest);
    // The JSON here is truncated, so values nested in it are not the answer.
    if (length === undefined && /^[{[]\s*["{[]/.test(rest)) break;
    const value = length === undefined ? undefined : parseLooseJson(rest.slice(0, length));
    if (isHolder(value) && Object.keys(value).length > 0) return value;
    const next = rest.slice(length ?? 1).search(/[{[]/);
    at = next < 0 ? -1 : at + (length ?? 1) + next;
  }
  // No part is valid JSON, so this call throws the JSON parser's own error.
  return JSON.parse(whole);
}

const isHolder = (value: unknown): value is object => typeof value === 'object' && value !== null;

/** Yields the structural characters of JSON, such as brackets. Skips strings. */
function* shapeOf(text: string): Generator<{ readonly sign: string; readonly at: number }> {
  let isQuoted = false;
  for (let at = 0; at < text.length; at++) {
    const sign = text.charAt(at);
    if (isQuoted && sign === '\\') at++;
    else if (sign === '"') isQuoted = !isQuoted;
    else if (!isQuoted && /[{}[\],]/.test(sign)) yield { sign, at };
  }
}

function balancedLength(text: string): number | undefined {
  let depth = 0;
  for (const { sign, at } of shapeOf(text)) {
    if (sign === '{' || sign === '[') depth++;
    else if (sign !== ',' && --depth === 0) return at + 1;
  }
  return undefined;
}

/** Truncates JSON after its last complete value and closes open brackets. */
function closedJson(text: string): string | undefined {
  let open: string[] = [];
  let safe: { readonly end: number; readonly open: readonly string[] } | undefined;
  for (const { sign, at } of shapeOf(text)) {
    if (sign === '{' || sign === '[') open = [...open, sign === '{' ? '}' : ']'];
    else if (sign !== ',') open = open.slice(0, -1);
    safe = { end: sign === ',' ? at : at + 1, open };
    if (open.length === 0) break;
  }
  return safe && text.slice(0, safe.end) + [...safe.open].reverse().join('');
}

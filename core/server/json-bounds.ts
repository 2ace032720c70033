/** Maximum nesting depth. Deeper nesting would overflow the validators' stack. */
const maxLevels = 500;

/**
 * Maximum number of values in a body. It is limited because all values are parsed and checked on the thread that serves
 * requests.
 */
const maxValues = 500_000;

const [quote, backslash, comma] = [0x22, 0x5c, 0x2c];
const opening = new Set([0x5b, 0x7b]);
const closing = new Set([0x5d, 0x7d]);

/** Throws when JSON text is nested too deeply or contains too many values. Scans the text once, without parsing it. */
export function checkJsonBounds(text: string): void {
  let levels = 0;
  let values = 1;
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code === quote) at = endOfString(text, at);
    else if (closing.has(code)) levels--;
    else if (code === comma || opening.has(code)) {
      if (code !== comma && ++levels > maxLevels) throw new Error(`the body is nested deeper than ${maxLevels} levels`);
      if (++values > maxValues) throw new Error(`the body contains more than ${maxValues} values; send it in parts`);
    }
  }
}

/** Returns the index of the closing quote of a string, or the end of the text if the string is not closed. */
function endOfString(text: string, start: number): number {
  for (let at = start + 1; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code === backslash) at++;
    else if (code === quote) return at;
  }
  return text.length;
}

/** Throws when an object in parsed JSON has a key that could modify prototypes. */
export function refusePrototypeKeys(body: unknown): void {
  const open = [body];
  for (let value = open.pop(); value !== undefined; value = open.pop()) {
    if (typeof value !== 'object' || value === null) continue;
    if (Object.hasOwn(value, '__proto__')) throw new Error('the key "__proto__" is not allowed');
    for (const inner of Object.values(value)) if (typeof inner === 'object' && inner !== null) open.push(inner);
  }
}

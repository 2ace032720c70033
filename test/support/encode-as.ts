const tables = new Map<string, ReadonlyMap<string, readonly number[]>>();

/** Encodes text in a legacy encoding, using a table derived from the platform's decoder. */
export function encodeAs(label: string, text: string): Buffer {
  const table = tables.get(label) ?? tableOf(label);
  tables.set(label, table);
  const bytes = [...text].flatMap((char) => {
    const code = table.get(char);
    if (!code) throw new Error(`${label} has no ${char}`);
    return code;
  });
  return Buffer.from(bytes);
}

function tableOf(label: string): ReadonlyMap<string, readonly number[]> {
  const table = new Map<string, readonly number[]>();
  const add = (...code: number[]) => {
    const char = decoded(label, code);
    if (char !== undefined && [...char].length === 1 && !table.has(char)) table.set(char, code);
  };
  for (let first = 0; first < 256; first++) add(first);
  for (let first = 0x81; first < 255; first++) for (let second = 0x40; second < 255; second++) add(first, second);
  return table;
}

function decoded(label: string, code: readonly number[]): string | undefined {
  try {
    return new TextDecoder(label, { fatal: true }).decode(Uint8Array.from(code));
  } catch {
    return undefined;
  }
}

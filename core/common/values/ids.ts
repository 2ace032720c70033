let lastMs = 0;
let sequence = 0;

/** Creates a UUIDv7: sortable by time, and strictly increasing within a process. */
export function newId(now: number = Date.now()): string {
  if (now > lastMs) {
    lastMs = now;
    sequence = (crypto.getRandomValues(new Uint16Array(1))[0] ?? 0) & 0x3ff;
  } else {
    sequence++;
    if (sequence > 0xfff) {
      lastMs++;
      sequence = 0;
    }
  }
  const time = lastMs.toString(16).padStart(12, '0');
  const random = [...crypto.getRandomValues(new Uint8Array(8))];
  random[0] = ((random[0] ?? 0) & 0x3f) | 0x80;
  const tail = random.map((byte) => byte.toString(16).padStart(2, '0')).join('');
  const counter = sequence.toString(16).padStart(3, '0');
  return `${time.slice(0, 8)}-${time.slice(8)}-7${counter}-${tail.slice(0, 4)}-${tail.slice(4)}`;
}

/** True for any UUID. */
export const isUuid = (text: string): boolean =>
  /^[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}$/i.test(text);

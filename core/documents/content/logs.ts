const KNOWN = 4096;
const logs = Float64Array.from({ length: KNOWN }, (_, value) => Math.log2(1 + value));

/** The binary logarithm of one more than a value: how features give sizes. Most sizes are small whole numbers. */
export function log(value: number): number {
  const whole = value | 0;
  return whole === value && whole >= 0 && whole < KNOWN ? (logs[whole] as number) : Math.log2(1 + value);
}

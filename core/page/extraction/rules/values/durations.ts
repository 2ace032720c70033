const ISO =
  /^-?P(?:(\d+(?:[.,]\d+)?)Y)?(?:(\d+(?:[.,]\d+)?)M)?(?:(\d+(?:[.,]\d+)?)W)?(?:(\d+(?:[.,]\d+)?)D)?(?:T(?:(\d+(?:[.,]\d+)?)H)?(?:(\d+(?:[.,]\d+)?)M)?(?:(\d+(?:[.,]\d+)?)S)?)?$/i;
const AMOUNT = '(\\d+(?:[.,]\\d+)?(?:\\s*[½¼¾])?|[½¼¾]|\\d+\\s+\\d/\\d|\\d/\\d)';
const UNITS: readonly (readonly [minutes: number, words: string])[] = [
  [1440, 'd|days?|tage?n?|jours?|días?|dias?|giorn[oi]|dag(?:en|ar|er)?|dn[ií]|dzień|дн(?:ей|я)?|день|日|天|일'],
  [
    60,
    'h|hrs?\\.?|hours?|std\\.?|stunden?|heures?|horas?|or[ae]|uur|uren|u\\.|godz\\.?(?:iny|ina|in)?|g\\.|час(?:а|ов)?|ч\\.?|時間|小时|小時|시간|timer?|timmar|timme|tim\\.?|hodin[ay]?|hod\\.?|tuntia?|t|óra|ore|oră|saat|ώρες|ώρα',
  ],
  [
    1,
    'm|mins?\\.?|minutes?|minuten?|minutos?|minuti|minuto|minuut|minuty?|минут[аы]?|мин\\.?|分(?:鐘|钟|間)?|분|minutter|minuter|minut|minuuttia|perc|dakika|λεπτά|λ',
  ],
  [1 / 60, 's|secs?\\.?|seconds?|sek\\.?|sekunden?|secondes?|segundos?|secondi'],
];
const PARTS = UNITS.map(
  ([minutes, words]) => [minutes, new RegExp(`${AMOUNT}\\s*(?:${words})(?![\\p{L}])`, 'iu')] as const,
);
const CJK_PARTS: readonly (readonly [number, RegExp])[] = [
  [60, /(?<!\d)(\d+(?:\.\d+)?)\s*(?:時間|小时|小時|시간)/u],
  [1, /(?<!\d)(\d+(?:\.\d+)?)\s*(?:分|분)/u],
];
const FRACTIONS: Readonly<Record<string, number>> = { '½': 0.5, '¼': 0.25, '¾': 0.75 };

/**
 * Returns the duration in minutes, if any. Reads ISO 8601 and notations such as `1 hr 30 min`, `1h30` and `90 Minuten`.
 */
export function parseMinutes(text: string): number | undefined {
  const trimmed = text.trim();
  const iso = ISO.exec(trimmed);
  if (iso && trimmed.length > 2) return isoMinutes(iso);
  const compact = /(?<!\d)(\d{1,2})\s?h\s?(\d{1,2})(?!\d)/i.exec(trimmed);
  if (compact) return Number(compact[1]) * 60 + Number(compact[2]);
  const clock = /^(\d{1,2}):([0-5]\d)(?::[0-5]\d)?$/.exec(trimmed);
  if (clock) return Number(clock[1]) * 60 + Number(clock[2]);
  const parts = /[\u3040-\u30ff\u4e00-\u9fff\uac00-\ud7af]/.test(trimmed) ? CJK_PARTS : PARTS;
  let sum: number | undefined;
  for (const [minutes, pattern] of parts) {
    const found = pattern.exec(upperEnd(trimmed));
    if (found) sum = (sum ?? 0) + amount(found[1] ?? '') * minutes;
  }
  return sum === undefined ? undefined : Math.round(sum);
}

/** Reduces a range such as `30–40 min` to its upper end. */
const upperEnd = (text: string): string =>
  text.replace(/(?<!\d)(\d+)\s*(?:-|–|—|to|bis|à|a|do)\s*(?=\d+\s*\p{L})/giu, '');

function isoMinutes(found: RegExpExecArray): number {
  const value = (index: number) => Number((found[index] ?? '0').replace(',', '.'));
  return Math.round(value(3) * 10_080 + value(4) * 1440 + value(5) * 60 + value(6) + value(7) / 60);
}

function amount(written: string): number {
  const text = written.replace(',', '.').trim();
  const fraction = text.match(/[½¼¾]/)?.[0];
  if (fraction) return (Number.parseFloat(text) || 0) + (FRACTIONS[fraction] ?? 0);
  const ratio = /^(?:(\d+)\s+)?(\d)\/(\d)$/.exec(text);
  if (ratio) return Number(ratio[1] ?? 0) + Number(ratio[2]) / Number(ratio[3]);
  return Number.parseFloat(text);
}

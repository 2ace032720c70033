const acronyms = new Set(['html', 'url', 'pdf', 'json', 'tls', 'id', 'css', 'api', 'utc', 'pdfs', 'urls']);
const names: Readonly<Record<string, string>> = {
  skipTlsVerification: 'Skip TLS verification',
  rawHtml: 'Raw HTML',
  executeJavascript: 'Run script',
  scrapeOptions: 'Every page',
  strictConstrainToURLs: 'Only the given pages',
};

/** A name of the API as people read it: `onlyMainContent` → `Only main content`. */
export function humanName(name: string): string {
  if (names[name]) return names[name];
  const words = name.replace(/([a-z0-9])([A-Z])/g, '$1 $2').split(/[\s_-]+/);
  const text = words
    .map((word) => (acronyms.has(word.toLowerCase()) ? word.toUpperCase() : word.toLowerCase()))
    .join(' ');
  return text.charAt(0).toUpperCase() + text.slice(1);
}

const units = [
  ['day', 86_400_000],
  ['hour', 3_600_000],
  ['min', 60_000],
  ['s', 1000],
] as const;

/** Milliseconds as people say them: `172800000` → `2 days`, `340` → `340 ms`. */
export function durationText(milliseconds: number): string {
  for (const [unit, size] of units) {
    if (milliseconds < size) continue;
    const amount = Number((milliseconds / size).toFixed(milliseconds % size === 0 ? 0 : 1));
    return `${amount} ${unit}${amount !== 1 && (unit === 'day' || unit === 'hour') ? 's' : ''}`;
  }
  return `${Math.round(milliseconds)} ms`;
}

/** How long ago an ISO time was, roughly. */
export function agoText(iso: string, now: number = Date.now()): string {
  const elapsed = now - Date.parse(iso);
  if (Number.isNaN(elapsed)) return '';
  if (elapsed < 45_000) return 'just now';
  if (elapsed < 3_600_000) return `${Math.max(1, Math.round(elapsed / 60_000))} min ago`;
  if (elapsed < 86_400_000) return `${Math.round(elapsed / 3_600_000)} h ago`;
  return new Date(iso).toLocaleDateString(undefined, { day: 'numeric', month: 'short', year: 'numeric' });
}

/** An ISO time in the reader's own way. */
export function timeText(iso: string): string {
  const time = new Date(iso);
  return Number.isNaN(time.getTime()) ? iso : time.toLocaleString();
}

/** A size as people say it. */
export function sizeText(bytes: number): string {
  if (bytes < 1000) return `${bytes} B`;
  if (bytes < 1_000_000) return `${(bytes / 1000).toFixed(1)} kB`;
  return bytes < 1e9 ? `${(bytes / 1e6).toFixed(1)} MB` : `${(bytes / 1e9).toFixed(1)} GB`;
}

/** A default as a form shows it. */
export function defaultText(value: unknown, duration: boolean): string | undefined {
  if (value === undefined || value === null || value === '') return undefined;
  if (typeof value === 'boolean') return value ? 'on' : 'off';
  if (typeof value === 'number') return duration && value >= 1000 ? `${value} (${durationText(value)})` : String(value);
  if (typeof value === 'string') return value;
  if (Array.isArray(value) && value.length > 0 && value.every((part) => typeof part === 'string'))
    return value.join(', ');
  return undefined;
}

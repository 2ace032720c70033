import type { ActivityEntry, DayUsage } from './ports';

/** Sums entries by day (UTC), oldest day first. */
export function usageByDay(entries: readonly ActivityEntry[], since: string): readonly DayUsage[] {
  const days = new Map<string, DayUsage>();
  for (const { at, pages, credits } of entries) {
    if (at < since) continue;
    const day = at.slice(0, 10);
    const sum = days.get(day) ?? { day, entries: 0, pages: 0, credits: 0 };
    days.set(day, { day, entries: sum.entries + 1, pages: sum.pages + pages, credits: sum.credits + credits });
  }
  return [...days.values()].sort((a, b) => a.day.localeCompare(b.day));
}

/** Sum of the credits of entries since an ISO time. */
export const creditsOf = (entries: readonly ActivityEntry[], since: string): number =>
  entries.reduce((sum, entry) => (entry.at >= since ? sum + entry.credits : sum), 0);

import { computed, onScopeDispose, ref, shallowRef, watch } from 'vue';
import { toApiError } from '../../api/client';
import type { StreamEvent } from '../../api/event-stream';
import type { ActivityEntry, CreditUsage, DayUsage } from '../../api/job-types';
import { jobsApi } from '../../api/jobs-api';
import { useEngine } from '../../stores/engine';
import { useDebounce } from '../base/use-time';

const pageSize = 50;
const shownDays = 31;
const dayMs = 86_400_000;
/** A budget of at least this many credits means "no budget". */
const unlimited = 1_000_000_000;
const refreshAfterMs = 400;

/** Returns one entry for each recent day, oldest first. Includes days without usage. */
function everyDay(known: readonly DayUsage[], now: number): readonly DayUsage[] {
  const byDay = new Map(known.map((usage) => [usage.day, usage]));
  return Array.from({ length: shownDays }, (_, at) => {
    const day = new Date(now - (shownDays - 1 - at) * dayMs).toISOString().slice(0, 10);
    return byDay.get(day) ?? { day, entries: 0, pages: 0, credits: 0 };
  });
}

/**
 * Returns this month's number of pages, credits used, budget and credits remaining. The last two are undefined if
 * credits are unlimited.
 */
function monthOf(known: readonly DayUsage[], budget: CreditUsage | undefined) {
  const start = budget?.billingPeriodStart?.slice(0, 10) ?? '';
  const days = known.filter(({ day }) => day >= start);
  const pages = days.reduce((sum, day) => sum + day.pages, 0);
  const used = days.reduce((sum, { credits }) => sum + credits, 0);
  const plan = budget?.planCredits ?? unlimited;
  const limited = plan < unlimited;
  return { pages, used, plan: limited ? plan : undefined, left: limited ? budget?.remainingCredits : undefined };
}

/** Returns the usage of recent days and of this month, the monthly budget and the activity log. */
export function useUsage() {
  const engine = useEngine();
  const known = shallowRef<readonly DayUsage[]>([]);
  const entries = shallowRef<readonly ActivityEntry[]>([]);
  const budget = shallowRef<CreditUsage>();
  const more = ref(false);
  const ready = ref(false);
  const error = ref<string>();

  async function load(): Promise<void> {
    try {
      const [activity, credits] = await Promise.all([jobsApi.activity({ limit: pageSize }), jobsApi.credits()]);
      [known.value, entries.value, budget.value] = [activity.days, activity.items, credits.data];
      [more.value, ready.value, error.value] = [activity.items.length === pageSize, true, undefined];
    } catch (thrown) {
      error.value = toApiError(thrown).message;
    }
  }
  async function readMore(): Promise<void> {
    try {
      const { items } = await jobsApi.activity({ limit: pageSize, before: entries.value.at(-1)?.jobId });
      entries.value = [...entries.value, ...items];
      more.value = items.length === pageSize;
    } catch (thrown) {
      error.value = toApiError(thrown).message;
    }
  }

  const loadSoon = useDebounce(refreshAfterMs, load);
  const hear = ({ type }: StreamEvent): void => {
    if (/\.(completed|failed)$/.test(type)) loadSoon();
  };
  onScopeDispose(engine.listen(hear));
  watch(() => engine.epoch, load);
  void load();
  const days = computed(() => everyDay(known.value, Date.now()));
  const month = computed(() => monthOf(known.value, budget.value));

  return { days, month, entries, budget, more, ready, error, load, readMore };
}

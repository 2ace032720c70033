import { computed, ref, watch } from 'vue';
import { toApiError } from '../../api/client';
import { type SavedJob, savedApi } from '../../api/saved-api';
import { choiceOf, cronOf, defaultChoice, localTimeZone, type ScheduleChoice } from '../../display/schedule-words';
import { useDebounce } from '../base/use-time';

const askAfterMs = 200;

/** Form for a saved job's schedule. The engine computes the times of the next runs. */
export function useScheduleForm(given?: SavedJob['schedule']) {
  const choice = ref<ScheduleChoice>(given ? choiceOf(given.cron) : defaultChoice);
  const timeZone = ref(given?.timeZone ?? localTimeZone());
  const isPaused = ref(given?.isPaused ?? false);
  const runMissed = ref(given?.runMissed ?? true);
  const next = ref<readonly string[]>([]);
  const error = ref('');
  const cron = computed(() => cronOf(choice.value));

  async function ask(): Promise<void> {
    const [asked, zone] = [cron.value, timeZone.value];
    next.value = [];
    error.value = '';
    if (asked === undefined) return;
    try {
      const times = await savedApi.nextTimes({ cron: asked, timeZone: zone });
      if (asked === cron.value && zone === timeZone.value) next.value = times.next;
    } catch (thrown) {
      error.value = toApiError(thrown).message;
    }
  }
  const askSoon = useDebounce(askAfterMs, ask);
  watch([cron, timeZone], askSoon);
  void ask();

  const patch = (part: Partial<ScheduleChoice>): void => {
    choice.value = { ...choice.value, ...part };
  };
  /** Sets or removes the schedule of a saved job. */
  async function save(name: string): Promise<void> {
    const wanted = cron.value;
    if (wanted === undefined) return void (await savedApi.unschedule(name));
    const schedule = { timeZone: timeZone.value, isPaused: isPaused.value, runMissed: runMissed.value };
    await savedApi.schedule(name, { cron: wanted, ...schedule });
  }
  return { choice, timeZone, isPaused, runMissed, next, error, cron, patch, save };
}

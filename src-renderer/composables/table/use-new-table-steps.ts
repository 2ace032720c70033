import { computed, type Ref, reactive, ref, shallowRef } from 'vue';
import { useRouter } from 'vue-router';
import type { LiveMode } from '../../mirror/mirror-input';
import { actionFromWire, fromRequest } from '../../schema/scrape-request';
import { useNotices } from '../../stores/notices';
import { useScrapeForm } from '../../stores/scrape-form';
import { useScrapeSchema } from '../../stores/scrape-schema';
import { useStartedPage } from '../../stores/started-page';
import { t } from '../../texts/i18n';
import type { LiveState } from '../live/use-live-page';
import { useRecorder } from '../recorder/use-recorder';
import type { TableBuilder } from './use-table-builder';
import type { TableOptions } from './use-table-request';

/** Returns the recorded steps that lead to a list, and functions that use these steps. */
export function useNewTableSteps(
  builder: Pick<TableBuilder, 'way' | 'pick' | 'see'>,
  options: Readonly<Ref<TableOptions>>,
) {
  const router = useRouter();
  const form = useScrapeForm();
  const known = useScrapeSchema();
  const notices = useNotices();
  const recorder = reactive(useRecorder(() => (builder.way.value?.actions ?? []).map(actionFromWire)));
  const mode = ref<LiveMode>('point');
  const recording = computed({
    get: () => recorder.recording,
    set: (on) => {
      recorder.record(on);
      mode.value = on ? 'use' : 'point';
    },
  });

  /** Passes a picked element to the recorder if the recorder is waiting for one. Otherwise, passes it to the table. */
  function picked(id: number, how: { readonly alt: boolean }): void {
    if (!recorder.pick(id)) void builder.pick(id, how);
  }
  function seen(state: LiveState): void {
    builder.see(state);
    recorder.see(state);
    // Picks the value that was chosen in the Start view.
    const chosen = state.state === 'live' && state.shown ? useStartedPage().takePick() : undefined;
    if (chosen !== undefined) void builder.pick(chosen, { alt: false, isList: true });
  }
  /** Makes each run of the table begin with the recorded steps. */
  function useInTable(): void {
    builder.way.value = { url: recorder.start, actions: recorder.wire };
    recording.value = false;
    notices.say(t('table.stepsTaken'));
  }
  async function useInPlayground(): Promise<void> {
    const { scrape, limit } = options.value;
    const { options: chosen } = fromRequest({ ...scrape, url: recorder.start }, known.schema?.scrape);
    form.patch({ url: recorder.start, actions: recorder.form.actions, options: { ...form.form.options, ...chosen } });
    if (limit !== undefined) notices.say(t('table.limitOmitted'));
    await router.push({ name: 'playground' });
  }
  return {
    recorder: shallowRef(recorder),
    recording,
    isUsed: computed(() => builder.way.value !== undefined),
    mode,
    picked,
    seen,
    useInTable,
    useInPlayground,
  };
}

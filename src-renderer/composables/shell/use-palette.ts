import { computed, onMounted, ref, shallowRef } from 'vue';
import type { AppCommand } from '../../../core/common/desktop/app-commands';
import { engineApi } from '../../api/engine-api';
import type { JobItem } from '../../api/job-types';
import { jobsApi } from '../../api/jobs-api';
import { jobTitle } from '../../display/job-result';
import { shownState, stateWords } from '../../display/messages/job-state';
import { agoText } from '../../display/words';
import { router } from '../../router';
import { useCommands } from '../../stores/commands';
import { useJobKinds } from '../../stores/job-kinds';
import { useSavedJobs } from '../../stores/saved-list';
import type { TextKey } from '../../texts/catalogue';
import { language, t } from '../../texts/i18n';
import { useSavedJobActions } from '../saved/use-saved-job-actions';

/** An entry in the command palette. */
export interface PaletteEntry {
  readonly id: string;
  readonly group: string;
  readonly label: string;
  /** Additional information, e.g. the state of a job. */
  readonly hint?: string;
  readonly keys?: string;
  readonly run: () => unknown;
}

const recentJobs = 8;
const groupNames: Readonly<Record<AppCommand['group'], TextKey>> = {
  create: 'shell.new',
  view: 'shell.goTo',
  app: 'shell.commands',
};

/** Returns the entries that contain every typed word. Entries whose labels start with the first word come first. */
export function matching(entries: readonly PaletteEntry[], typed: string): readonly PaletteEntry[] {
  const words = typed.toLowerCase().split(/\s+/).filter(Boolean);
  const found = entries.filter(({ group, label, hint = '' }) => {
    const text = `${group} ${label} ${hint}`.toLowerCase();
    return words.every((word) => text.includes(word));
  });
  const begins = ({ label }: PaletteEntry): number =>
    words[0] !== undefined && label.toLowerCase().startsWith(words[0]) ? 0 : 1;
  return found.toSorted((one, other) => begins(one) - begins(other));
}

const go = (path: string): unknown => router.push(path);

function jobEntry(job: JobItem, labelOf: (job: JobItem) => string): PaletteEntry {
  const { id, createdAt } = job;
  const { name, address } = jobTitle(job);
  const facts = [address, labelOf(job), stateWords(shownState(job)).label, agoText(createdAt)];
  const hint = facts.filter(Boolean).join(' · ');
  return { id: `job-${id}`, group: t('shell.recentJobs'), label: name, hint, run: () => go(`/jobs/${id}`) };
}

/** Returns the entries in the command palette: commands, saved jobs, recent jobs and settings sections. */
export function usePalette() {
  const commands = useCommands();
  const saved = useSavedJobs();
  const kinds = useJobKinds();
  const { run: runSaved } = useSavedJobActions();
  const typed = ref('');
  const jobs = shallowRef<readonly JobItem[]>([]);
  const sections = shallowRef<() => readonly { readonly id: string; readonly label: string }[]>(() => []);

  onMounted(() => {
    // Failures are ignored, because the palette can still open views without the engine.
    void saved.refresh();
    void jobsApi.list({ limit: recentJobs }).then(
      ({ items }) => {
        jobs.value = items;
      },
      () => undefined,
    );
    void import('../../views/settings-view.vue').then(
      (view) => {
        sections.value = view.sections;
      },
      () => undefined,
    );
  });

  const openDemo = async (): Promise<void> => {
    const { url } = await engineApi.demoSite();
    await router.push({ name: 'new-table', query: { address: new URL('shop/index.html', url).href } });
  };
  const entries = computed((): readonly PaletteEntry[] => [
    ...commands.ofView.map(({ id, label, run }) => ({ id, group: t('shell.here'), label: label(), run })),
    ...commands.all
      .filter(({ id }) => id !== 'palette')
      .map((command) => ({
        id: command.id,
        group: t(groupNames[command.group]),
        label: command.label[language()],
        keys: command.keys,
        run: () => commands.run(command),
      })),
    { id: 'demo', group: t('shell.new'), label: t('shell.newDemoTable'), run: openDemo },
    ...saved.items.map((job) => ({
      id: `run-${job.name}`,
      group: t('common.savedJobs'),
      label: t('shell.runNamed', { name: job.name }),
      hint: kinds.nameOf(job.kind),
      run: () => runSaved(job),
    })),
    ...jobs.value.map((job) => jobEntry(job, kinds.labelOf)),
    ...sections.value().map(({ id, label }) => ({
      id: `settings-${id}`,
      group: t('common.settings'),
      label,
      run: () => go(`/settings/${id}`),
    })),
  ]);
  const found = computed(() => matching(entries.value, typed.value));

  return { typed, found };
}

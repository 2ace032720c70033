import { defineStore } from 'pinia';
import { computed, ref, shallowRef } from 'vue';
import { useRouter } from 'vue-router';
import { type AppCommand, appCommands } from '../../core/common/desktop/app-commands';
import { jobsApi } from '../api/jobs-api';
import { guarded } from '../composables/base/use-failures';
import { openDataFolder } from '../composables/base/use-open-link';
import { checkForUpdate } from '../composables/shell/check-for-update';
import { countOf } from '../display/job-words';
import { t } from '../texts/i18n';
import { useAppearance } from './appearance';
import { useJobs } from './jobs';
import { useNotices } from './notices';

/** A command of the current view, e.g. for exporting rows. */
export interface ViewCommand {
  readonly id: string;
  /** Label in the display language. */
  readonly label: () => string;
  readonly run: () => unknown;
}

/** Maximum number of running jobs that one command can pause. */
const maxJobs = 200;

/** Pauses all running jobs and reports how many were paused. */
const pauseAll = (): Promise<void> =>
  guarded(t('shell.pauseFailed'), async () => {
    const lists = await Promise.all(
      ['active', 'queued'].map((state) => jobsApi.list({ state, limit: maxJobs }).then(({ items }) => items)),
    );
    const jobs = lists.flat();
    await Promise.all(jobs.map(({ id }) => jobsApi.pause(id)));
    await useJobs().refresh();
    useNotices().say(
      jobs.length ? t('shell.jobPaused', { job: countOf(jobs.length, 'job') }) : t('shell.noJobIsRunning'),
    );
  });

/** Commands of the app and of the current view. Also tracks whether the palette or the list of shortcuts is open. */
export const useCommands = defineStore('commands', () => {
  const router = useRouter();
  const open = ref<'palette' | 'keys'>();
  const ofView = shallowRef<readonly ViewCommand[]>([]);
  const all = computed(() => appCommands.filter(({ desktopOnly }) => !desktopOnly || window.gleaner));

  const actions: Readonly<Record<string, () => unknown>> = {
    palette: () => {
      open.value = 'palette';
    },
    keys: () => {
      open.value = 'keys';
    },
    'pause-all': pauseAll,
    theme: () => useAppearance().next(),
    'check-updates': checkForUpdate,
    'data-folder': () => openDataFolder?.(),
  };

  /** Runs a command. If the command has a path, opens the view at that path instead. */
  function run({ id, path }: Pick<AppCommand, 'id' | 'path'>): unknown {
    open.value = undefined;
    return path === undefined ? actions[id]?.() : router.push(path);
  }
  /** Registers a command. Returns a function that removes it. */
  function offer(command: ViewCommand): () => void {
    ofView.value = [...ofView.value, command];
    return () => {
      ofView.value = ofView.value.filter((one) => one !== command);
    };
  }

  return { open, all, ofView, run, offer };
});

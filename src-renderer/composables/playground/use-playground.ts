import { ref, watch } from 'vue';
import { useRoute, useRouter } from 'vue-router';
import { webAddress } from '../../../core/common/api/target-url';
import { formError, toApiError } from '../../api/client';
import { engineApi } from '../../api/engine-api';
import type { ScrapeRequest } from '../../api/types';
import { scrapeIssues } from '../../schema/request-issues';
import { useNotices } from '../../stores/notices';
import { useScrapeForm } from '../../stores/scrape-form';
import { useScrapeRun } from '../../stores/scrape-run';
import { useScrapeSchema } from '../../stores/scrape-schema';
import { t } from '../../texts/i18n';
import { useFileReading } from './use-file-reading';

/** Playground actions: run or cancel a scrape, and reopen an earlier scrape. */
export function usePlayground() {
  const form = useScrapeForm();
  const run = useScrapeRun();
  const known = useScrapeSchema();
  const notices = useNotices();
  const route = useRoute();
  const router = useRouter();

  /** Reason why the URL is invalid. */
  const issue = ref('');
  watch(
    () => form.form.url,
    () => {
      issue.value = '';
    },
  );

  const files = useFileReading();

  async function parse(file: File): Promise<void> {
    if (route.params.id) await router.replace({ name: 'playground' });
    await files.read(file);
  }

  /** Repeats the last action, i.e. parses the file or scrapes the page again. */
  function again(changes?: ScrapeRequest): Promise<void> {
    const file = files.lastFile();
    return file ? parse(file) : start(changes);
  }

  async function start(changes: ScrapeRequest = {}): Promise<void> {
    files.forget();
    if (!form.form.url.trim()) return;
    issue.value = webAddress(form.form.url) === undefined ? t('form.notWebAddress') : '';
    if (issue.value) return;
    for (const [name, value] of Object.entries(changes)) form.setOption(name, value);
    if (route.params.id) await router.replace({ name: 'playground' });
    const refused = formError(known.schema ? scrapeIssues(form.form, known.schema) : {}, form.request);
    if (refused) run.refuse(refused);
    else await run.run(form.request);
  }

  async function tryDemo(): Promise<void> {
    try {
      form.patch({ url: (await engineApi.demoSite()).url });
      await start();
    } catch (thrown) {
      notices.say(t('playground.demoSiteFailed', { toApiError: toApiError(thrown).message }), 'bad');
    }
  }

  useOpenedScrape();

  return { form, run, issue, start, parse, again, tryDemo, cancel: run.cancel };
}

/** Shows the earlier scrape that the route refers to. */
function useOpenedScrape(): void {
  const form = useScrapeForm();
  const run = useScrapeRun();
  const route = useRoute();

  async function open(id: string): Promise<void> {
    const shown = id === run.jobId && run.state === 'done';
    const request = shown ? run.request : await run.open(id);
    if (request) form.restore(request);
  }

  watch(
    () => route.params.id,
    (id) => {
      if (typeof id === 'string' && id) void open(id);
    },
    { immediate: true },
  );
}

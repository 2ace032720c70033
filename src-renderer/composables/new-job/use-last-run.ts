import { shallowRef, watch } from 'vue';
import { modelTokensOf } from '../../../core/common/format-cost';
import type { JobItem } from '../../api/job-types';
import { jobsApi } from '../../api/jobs-api';

/** The last completed job of a kind. */
interface LastRun {
  readonly job: JobItem;
  /** Tokens used by the language model. Absent if no model was used, or if jobs of this kind do not report tokens. */
  readonly tokens?: number;
}

async function tokensOf({ id, answerPath }: JobItem): Promise<number | undefined> {
  if (!answerPath) return undefined;
  const { data, tokensUsed, modelTokens } = await jobsApi.answer(answerPath.slice(0, answerPath.lastIndexOf('/')), id);
  const used = tokensUsed === undefined ? modelTokens : modelTokensOf(data, tokensUsed);
  return used || undefined;
}

/** Returns the last completed job of a kind. Undefined while loading, or if no job of the kind has completed. */
export function useLastRun(kind: () => string) {
  const last = shallowRef<LastRun>();
  watch(
    kind,
    async (wanted) => {
      last.value = undefined;
      // If a request fails, the form is shown without the last run, or without its tokens.
      const found = await jobsApi.list({ kind: wanted, state: 'completed', limit: 1 }).catch(() => undefined);
      const [job] = found?.items ?? [];
      if (!job) return;
      const tokens = await tokensOf(job).catch(() => undefined);
      if (wanted === kind()) last.value = { job, tokens };
    },
    { immediate: true },
  );
  return last;
}

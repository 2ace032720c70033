import type { Job } from '../common/job';
import { recipeIn } from '../common/prices/price-columns';
import { fileSlug, titlePart } from '../common/values/file-names';
import { recipeNameOf } from '../page/recipes/recipe-name';
import type { JobStore } from '../ports/jobs/job-store';
import type { ResultStore } from '../ports/jobs/result-store';

/** Maximum number of earlier jobs to check for the same file name. */
const maxEarlier = 200;

/**
 * Returns the name of a job's exported file, without its extension, e.g. `seeds-shop.example-2026-11-20`. For a table,
 * the name starts with the recipe's name if the user has chosen that name, and otherwise with the title of the first
 * page. `earlier` is the number of earlier jobs for the same URL on the same day.
 */
export function exportName(job: Pick<Job, 'kind' | 'url' | 'createdAt' | 'options'>, title: string, earlier: number) {
  const { kind, url, createdAt, options } = job;
  const host = URL.canParse(url) ? new URL(url).hostname.replace(/[^a-z0-9.-]/gi, '') : 'pages';
  const named = recipeIn(options)?.name;
  const own = named === undefined || named === recipeNameOf(url) ? titlePart(title) : named;
  const subject = kind === 'table' ? fileSlug(own) || 'table' : `gleaner-${kind}`;
  return `${subject}-${host}-${createdAt.slice(0, 10)}${earlier > 0 ? `-${earlier + 1}` : ''}`;
}

/** Returns the name of a job's exported file, without its extension. Reads the title of the job's first page. */
export async function exportNameOf(job: Job, jobs: Pick<JobStore, 'list'>, results: Pick<ResultStore, 'rows'>) {
  const { id, kind, url, createdAt } = job;
  const [{ rows }, before] = await Promise.all([
    results.rows(id, { skip: 0, limit: 1 }),
    jobs.list({ kinds: [kind], limit: maxEarlier, before: id, beforeTime: createdAt }),
  ]);
  const day = createdAt.slice(0, 10);
  const same = before.filter(({ job: one }) => one.url === url && one.createdAt.startsWith(day));
  return exportName(job, rows[0]?.title ?? '', same.length);
}

import type { Job } from '../common/job';
import { recipeIn } from '../common/prices/price-columns';
import { fileSlug, titlePart } from '../common/values/file-names';
import { recipeNameOf } from '../page/recipes/recipe-name';
import type { ResultStore } from '../ports/jobs/result-store';

/**
 * Returns the name of a job's exported file, without its extension, e.g. `seeds-shop.example-2026-11-20`. The name of a
 * table starts with its recipe's name if the user chose one, and otherwise with the title of its first page. The name
 * has no counter, because browsers add one to the name of an existing file.
 */
export function exportName(job: Pick<Job, 'kind' | 'url' | 'createdAt' | 'options'>, title: string): string {
  const { kind, url, createdAt, options } = job;
  const host = URL.canParse(url) ? new URL(url).hostname.replace(/[^a-z0-9.-]/gi, '') : 'pages';
  const named = recipeIn(options)?.name;
  const own = named === undefined || named === recipeNameOf(url) ? titlePart(title) : named;
  const subject = kind === 'table' ? fileSlug(own) || 'table' : `gleaner-${kind}`;
  return `${subject}-${host}-${createdAt.slice(0, 10)}`;
}

/** Returns the name of a job's exported file, without its extension. Reads the title of the job's first page. */
export async function exportNameOf(job: Job, results: Pick<ResultStore, 'rows'>): Promise<string> {
  const { rows } = await results.rows(job.id, { skip: 0, limit: 1 });
  return exportName(job, rows[0]?.title ?? '');
}

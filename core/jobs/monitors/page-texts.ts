import { inject, injectable } from 'inversify';
import type { Result } from '../../common/model';
import { UrlPatterns } from '../../platform/patterns/url-patterns';
import { ResultStore } from '../../ports/jobs/result-store';

/** Maximum total length of the text read from a run's pages, in characters. */
const maxChars = 5_000_000;

/** Reads the page text that is compared between runs. */
@injectable()
export class PageTexts {
  constructor(@inject(ResultStore) private readonly results: ResultStore) {}

  /** Returns the result for a page in a job. Undefined when the result has expired. */
  async result(jobId: string, url: string): Promise<Result | undefined> {
    const { rows } = await this.results.rows(jobId, { url, skip: 0, limit: 1 });
    const place = rows[0]?.index;
    return place === undefined ? undefined : this.results.at(jobId, place);
  }

  /** Returns the text of a page in a job. Empty if the page's result has expired or contains no text. */
  async text(jobId: string, url: string): Promise<string> {
    return textOf(await this.result(jobId, url));
  }

  /** Returns the text of all pages in a job, concatenated. */
  async all(jobId: string): Promise<string> {
    const texts: string[] = [];
    let length = 0;
    for (let skip: number | undefined = 0; skip !== undefined && length < maxChars; ) {
      const page: Awaited<ReturnType<ResultStore['page']>> = await this.results.page(jobId, {
        skip,
        maxBytes: maxChars,
      });
      for (const result of page.results) texts.push(textOf(result));
      length = texts.reduce((sum, text) => sum + text.length, 0);
      skip = page.next;
    }
    return texts.join('\n\n').slice(0, maxChars);
  }
}

/** Returns the page text that is compared between runs. */
export function textOf(result: Pick<Result, 'document'> | undefined): string {
  const { document } = result ?? {};
  const texts = [document?.markdown, document?.html, document?.rawHtml];
  return String(texts.find((text) => typeof text === 'string') ?? '');
}

/** Drops the lines that match any of a caller's regular expressions. Keeps a line if matching it takes too long. */
export async function withoutLines(text: string, patterns: readonly string[] = []): Promise<string> {
  if (patterns.length === 0) return text;
  const lines = text.split('\n');
  const verdicts = await new UrlPatterns(patterns).search(lines);
  return lines.filter((_, index) => verdicts[index] !== 'match').join('\n');
}

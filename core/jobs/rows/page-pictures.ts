import { inject, injectable } from 'inversify';
import type { PagePictures } from '../../common/api/local-jobs';
import type { Job } from '../../common/job';
import type { WireDocument } from '../../common/model';
import { Registries } from '../../platform/plugins/registry';
import { ResultStore } from '../../ports/jobs/result-store';

type Asked = Pick<Job, 'id' | 'spec'>;

/** Screenshots of a job's pages, either requested as formats or taken by actions. */
@injectable()
export class PagePictureReader {
  constructor(
    @inject(ResultStore) private readonly results: ResultStore,
    @inject(Registries) private readonly registries: Registries,
  ) {}

  /** True when the job takes screenshots. */
  has({ spec }: Pick<Job, 'spec'>): boolean {
    const { action } = this.registries;
    return this.#formats(spec).length > 0 || spec.actions.some(({ type }) => action.get(type)?.takesPictures === true);
  }

  /** Returns the screenshots of the pages with the given indexes. Skips pages without screenshots. */
  async of({ id, spec }: Asked, pages: readonly number[]): Promise<readonly PagePictures[]> {
    const formats = this.#formats(spec);
    const read = await Promise.all(pages.map(async (page) => ({ page, result: await this.results.at(id, page) })));
    return read.flatMap(({ page, result }) => {
      if (!result) return [];
      const files = filesOf(result.document, formats);
      return files.length > 0 ? [{ page, url: result.url, title: result.page.title, files }] : [];
    });
  }

  /** Returns the response fields whose values are captured from the live page, such as screenshots. */
  #formats({ formats }: Job['spec']): readonly string[] {
    return formats.flatMap(({ type, as }) => (this.registries.format.get(type)?.capture ? [as ?? type] : []));
  }
}

function filesOf(document: WireDocument, formats: readonly string[]): readonly string[] {
  const { screenshots = [] } = (document.actions ?? {}) as { readonly screenshots?: readonly unknown[] };
  const values = [...formats.map((name) => document[name]), ...screenshots];
  return values.filter((value): value is string => typeof value === 'string');
}

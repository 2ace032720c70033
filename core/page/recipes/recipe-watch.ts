import { inject, injectable } from 'inversify';
import { Log } from '../../common/log';
import type { PageDocument, Task } from '../../common/model';
import type { RecipeResult } from '../../common/recipe';
import type { Hooks } from '../../contract/hooks';
import type { RecipeData } from '../../contract/plugin';
import type { DocumentStore, StoredDocument } from '../../ports/document-store';

/**
 * A recipe as a stored document. The recipe is a JSON string, because documents do not support arbitrary field names.
 */
export interface RecipeDocument extends StoredDocument {
  /** The recipe as JSON. */
  readonly content: string;
  /** History of the recipe's results, as JSON. Absent until the recipe is first used. */
  readonly watch?: string;
  /** Time of the last change, ISO 8601. */
  readonly savedAt: string;
}
/** Injection token for the recipe documents, keyed by name. */
export const RecipeDocuments = Symbol('RecipeDocuments');

/** Result of reading a page with a saved recipe. */
interface Reading {
  readonly url: string;
  /** Fields that other pages usually have but this page lacks. */
  readonly missing: readonly string[];
}

/** History of a saved recipe's results. */
export interface WatchState {
  /** Number of pages read since the recipe was saved. */
  readonly pages: number;
  /** The most recent results, oldest first. */
  readonly recent: readonly Reading[];
  /** Time at which a change of the page template was detected, ISO 8601. Absent if the template is unchanged. */
  readonly changedSince?: string;
}

const maxRecent = 20;
/** The template counts as changed if at least this many of the last `ofLast` pages lack the same field. */
const minPages = 3;
const ofLast = 6;
/** The template no longer counts as changed after this many consecutive pages without missing fields. */
const recovered = 5;
const writeEveryMs = 10_000;

const fresh: WatchState = { pages: 0, recent: [] };

/** Returns the fields that are missing on at least three of the last six pages. */
export function missingFields({ recent }: WatchState): readonly string[] {
  const last = recent.slice(-ofLast);
  const names = new Set(last.flatMap(({ missing }) => missing));
  return [...names].filter((name) => last.filter(({ missing }) => missing.includes(name)).length >= minPages);
}

/** Adds the result of a page to the history. */
export function afterPage(before: WatchState, reading: Reading, now: string): WatchState {
  const recent = [...before.recent, reading].slice(-maxRecent);
  const { changedSince: since, ...rest } = { ...before, pages: before.pages + 1, recent };
  const isWell = recent.slice(-recovered).every(({ missing }) => missing.length === 0) && recent.length >= recovered;
  if (since !== undefined) return isWell ? rest : { ...rest, changedSince: since };
  return missingFields(rest).length > 0 ? { ...rest, changedSince: now } : rest;
}

/** Watches saved recipes: stores their recent results and warns about fields that are missing on several pages. */
@injectable()
export class RecipeWatch {
  readonly #states = new Map<string, WatchState>();
  readonly #written = new Map<string, number>();
  readonly #unwritten = new Set<string>();

  constructor(
    @inject(RecipeDocuments) private readonly documents: DocumentStore<RecipeDocument>,
    @inject(Log) private readonly log: Log,
  ) {}

  apply(hooks: Hooks): void {
    hooks.document.tapPromise('recipe watch', (document, task) => this.#look(document, task));
    hooks.closing.tapPromise('recipe watch', async () => {
      await Promise.all([...this.#unwritten].map((name) => this.#write(name)));
    });
  }

  /** Returns the history of a recipe. */
  async of(name: string): Promise<WatchState> {
    const known = this.#states.get(name);
    if (known) return known;
    const watch = (await this.documents.get(name))?.watch;
    return watch === undefined ? fresh : (JSON.parse(watch) as WatchState);
  }

  /** Discards the history of a deleted or replaced recipe. */
  forget(name: string): void {
    this.#states.delete(name);
    this.#written.delete(name);
    this.#unwritten.delete(name);
  }

  async #look(document: PageDocument, task: Task): Promise<PageDocument> {
    if (task.spec.zeroDataRetention) return document;
    const warnings: string[] = [];
    for (const { name, missing } of readingsOf(document, task)) {
      const stored = await this.of(name);
      // While the state was being loaded from the store, results of other pages may have been added.
      const before = this.#states.get(name) ?? stored;
      const state = afterPage(before, { url: document.page.url, missing }, new Date().toISOString());
      this.#states.set(name, state);
      this.#unwritten.add(name);
      const isNews = state.changedSince !== before.changedSince;
      if (isNews || Date.now() - (this.#written.get(name) ?? 0) > writeEveryMs) await this.#write(name);
      if (state.changedSince !== undefined && missing.length > 0) warnings.push(sentenceOf(name, state));
    }
    return warnings.length === 0 ? document : { ...document, warnings: [...document.warnings, ...warnings] };
  }

  async #write(name: string): Promise<void> {
    this.#unwritten.delete(name);
    this.#written.set(name, Date.now());
    const state = this.#states.get(name);
    if (!state) return;
    try {
      await this.documents.change(name, () => ({ watch: JSON.stringify(state) }));
    } catch (thrown) {
      this.log.warn(`could not save the history of the recipe "${name}": ${String(thrown)}`);
    }
  }
}

/** Returns the results of the saved recipes that were used on a page. */
function readingsOf({ values, carried }: PageDocument, { spec }: Task): readonly RecipeResult[] {
  return spec.formats.flatMap(({ type, recipe }) => {
    if (typeof recipe !== 'string') return [];
    const data = carried[type]?.recipeData as RecipeData | undefined;
    const result = data?.result ?? (type === 'recipe' ? (values.recipe as RecipeResult | undefined) : undefined);
    // Skips error pages and pages that do not match the recipe, because nothing was read from them.
    return result && (result.rows.length > 0 || result.missing.length > 0) ? [result] : [];
  });
}

function sentenceOf(name: string, state: WatchState): string {
  const lacking = missingFields(state);
  const what = lacking.length > 0 ? lacking.join(', ') : 'usual fields';
  return `The pages of the recipe "${name}" have lacked ${what} since ${state.changedSince}. Their template seems to have changed; let Gleaner learn the recipe again.`;
}

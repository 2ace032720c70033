import type { ComputedRef, InjectionKey } from 'vue';

/** Facts about the page of a result, for the views of its values. */
export interface ResultContext {
  /** Name of a file with the page's content, without its extension. */
  readonly fileName: string;
  /** True for a user who wants only the text of the page. */
  readonly isReading: boolean;
}

/** Injection key of the facts about the page. */
export const resultContext: InjectionKey<ComputedRef<ResultContext>> = Symbol('result context');

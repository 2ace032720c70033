import type { ComputedRef, InjectionKey } from 'vue';

/** Information about a result's page, used by the components that show the result's values. */
export interface ResultContext {
  /** Name of a file with the page's content, without its extension. */
  readonly fileName: string;
  /** True if the user wants only the text of the page. */
  readonly isReading: boolean;
}

/** Injection key for `ResultContext`. */
export const resultContext: InjectionKey<ComputedRef<ResultContext>> = Symbol('result context');

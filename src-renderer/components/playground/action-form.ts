import type { InjectionKey } from 'vue';
import type { ChosenAction } from '../../schema/scrape-request';

/** Whose actions a list shows and changes. */
export interface ActionForm {
  readonly form: { readonly actions: readonly ChosenAction[] };
  addAction(id: string): unknown;
  moveAction(from: number, to: number): void;
  setAction(key: string, options: ChosenAction['options']): void;
  removeAction(key: string): void;
}

/** The form a list of actions belongs to; the Playground's when nobody provides another. */
export const actionForm: InjectionKey<ActionForm> = Symbol('action-form');

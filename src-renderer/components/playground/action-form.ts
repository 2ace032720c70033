import type { InjectionKey } from 'vue';
import type { ChosenAction } from '../../schema/scrape-request';

/** Form whose actions a list shows and changes. */
export interface ActionForm {
  readonly form: { readonly actions: readonly ChosenAction[] };
  addAction(id: string): unknown;
  moveAction(from: number, to: number): void;
  setAction(key: string, options: ChosenAction['options']): void;
  removeAction(key: string): void;
}

/** Form of a list of actions; the Playground's by default. */
export const actionForm: InjectionKey<ActionForm> = Symbol('action-form');

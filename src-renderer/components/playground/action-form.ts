import type { InjectionKey } from 'vue';
import type { ChosenAction } from '../../schema/scrape-request';

/** Form with actions that are shown and edited in a list. */
export interface ActionForm {
  readonly form: { readonly actions: readonly ChosenAction[] };
  addAction(id: string): unknown;
  moveAction(from: number, to: number): void;
  setAction(key: string, options: ChosenAction['options']): void;
  removeAction(key: string): void;
}

/** Injection key of the form that an action list edits. By default, this is the Playground's form. */
export const actionForm: InjectionKey<ActionForm> = Symbol('action-form');

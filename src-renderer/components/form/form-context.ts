import { type InjectionKey, inject, provide, type Ref, ref } from 'vue';
import type { JsonSchema } from '../../schema/json-schema';

/**
 * Context for all fields in a form: the complete schema (needed to resolve references), the issues reported by the
 * engine, and the values that the start command sets until the next restart. Issues and values are keyed by path.
 */
export interface FormContext {
  readonly root: JsonSchema;
  readonly issues: Readonly<Ref<Readonly<Record<string, string>>>>;
  readonly overrides: Readonly<Ref<Readonly<Record<string, unknown>>>>;
}

const formContext: InjectionKey<FormContext> = Symbol('form');

/**
 * An object field with a nested form. The form is passed in a slot, because the form and field components would
 * otherwise import each other.
 */
export interface NestedFields {
  readonly schema: JsonSchema;
  readonly path: string;
  readonly value: Readonly<Record<string, unknown>>;
  readonly set: (value: Readonly<Record<string, unknown>>) => void;
}

/** Slots for a component that displays nested forms. */
export interface NestedSlots {
  nested(fields: NestedFields): unknown;
}

/** Provides the form context to the fields inside the form. */
export function provideForm(
  root: JsonSchema,
  issues: FormContext['issues'] = ref({}),
  overrides: FormContext['overrides'] = ref({}),
): void {
  provide(formContext, { root, issues, overrides });
}

/** Returns the form context for a field. */
export const useForm = (): FormContext => inject(formContext, { root: {}, issues: ref({}), overrides: ref({}) });

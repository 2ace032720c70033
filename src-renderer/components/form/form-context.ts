import { type InjectionKey, inject, provide, type Ref, ref } from 'vue';
import { type EngineIssue, issueText } from '../../display/issue-words';
import type { Issues } from '../../schema/field-issues';
import type { JsonSchema } from '../../schema/json-schema';

/** What every field of a form knows: the whole schema (for references) and what the engine said about fields. */
export interface FormContext {
  readonly root: JsonSchema;
  readonly issues: Readonly<Ref<Readonly<Record<string, string>>>>;
}

const formContext: InjectionKey<FormContext> = Symbol('form');

/** An object of a form whose fields a nested form shows; passed by slot, as forms contain fields and fields contain forms. */
export interface NestedFields {
  readonly schema: JsonSchema;
  readonly path: string;
  readonly value: Readonly<Record<string, unknown>>;
  readonly set: (value: Readonly<Record<string, unknown>>) => void;
}

/** Slots of a component that shows nested forms. */
export interface NestedSlots {
  nested(fields: NestedFields): unknown;
}

/** Opens a form for the fields below. */
export function provideForm(root: JsonSchema, issues: FormContext['issues'] = ref({})): void {
  provide(formContext, { root, issues });
}

/** The form a field is in. */
export const useForm = (): FormContext => inject(formContext, { root: {}, issues: ref({}) });

/** What is wrong with fields, in words of the form, by path (`actions.0.selector`), from the details of a `BAD_REQUEST`. */
export function issuesByPath(details: unknown): Issues {
  const list = Array.isArray(details) ? details : ((details as { issues?: unknown })?.issues ?? []);
  if (!Array.isArray(list)) return {};
  const found = list.filter((issue): issue is EngineIssue => typeof issue?.message === 'string');
  return Object.fromEntries(
    found.map((issue) => [
      Array.isArray(issue.path) ? issue.path.join('.') : String(issue.path ?? ''),
      issueText(issue),
    ]),
  );
}

import { computed, type Ref } from 'vue';
import { fieldIssues, type Issues } from '../schema/field-issues';
import { useJobKinds } from './job-kinds';
import { keptForm } from './kept-form';

/** What the forms of jobs with one answer (extract, agent) have in common; `name` is the kind of job. */
export function answerForm<T extends object>(name: string, empty: T) {
  const kinds = useJobKinds();
  const form: Ref<T> = keptForm(`gleaner.${name}`, empty);
  const kind = computed(() => kinds.of(name));
  /** What keeps a request from being sent, by path. */
  const issuesOf = (request: Readonly<Record<string, unknown>>): Issues => {
    const { schema } = kind.value ?? {};
    return schema ? fieldIssues(request, { ...schema, required: [] }, schema) : {};
  };
  const patch = (part: Partial<T>): void => {
    form.value = { ...form.value, ...part };
  };
  const reset = (): void => {
    form.value = empty;
  };
  return { form, kind, issuesOf, patch, reset };
}

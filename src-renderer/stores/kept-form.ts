import { type Ref, ref, watch } from 'vue';

/** What a form holds, kept in the session so that it survives a reload of the page. */
export function keptForm<T extends object>(storageKey: string, empty: T): Ref<T> {
  const form = ref(read(storageKey, empty)) as Ref<T>;
  watch(form, (now) => keep(storageKey, now));
  return form;
}

function read<T extends object>(storageKey: string, empty: T): T {
  try {
    return { ...empty, ...(JSON.parse(sessionStorage.getItem(storageKey) ?? '{}') as Partial<T>) };
  } catch {
    return empty;
  }
}

function keep(storageKey: string, form: object): void {
  try {
    sessionStorage.setItem(storageKey, JSON.stringify(form));
  } catch {
    // A list too long for the browser's storage lives as long as the window.
  }
}

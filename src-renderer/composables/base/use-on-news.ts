import { onScopeDispose, type Ref, watch } from 'vue';

/** Reads again when there is news, but not more often than every `everyMs`. */
export function useOnNews(news: Readonly<Ref<number>>, everyMs: number, read: () => unknown): void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  watch(news, () => {
    timer ??= setTimeout(() => {
      timer = undefined;
      read();
    }, everyMs);
  });
  onScopeDispose(() => clearTimeout(timer));
}

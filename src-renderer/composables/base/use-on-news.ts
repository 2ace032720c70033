import { onScopeDispose, type Ref, watch } from 'vue';

/** Reloads when there is news, at most once every `everyMs`. */
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

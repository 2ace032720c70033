import { defineStore } from 'pinia';
import { ref } from 'vue';

/** A short message at the edge of the window. */
export interface Notice {
  readonly id: number;
  readonly text: string;
  readonly tone: 'good' | 'bad';
}

const shownForMs = 4000;

/** Messages that come and go; screen readers hear them. */
export const useNotices = defineStore('notices', () => {
  const items = ref<readonly Notice[]>([]);
  let lastId = 0;

  function dismiss(id: number): void {
    items.value = items.value.filter((item) => item.id !== id);
  }
  function say(text: string, tone: Notice['tone'] = 'good'): void {
    const id = ++lastId;
    items.value = [...items.value.slice(-2), { id, text, tone }];
    setTimeout(() => dismiss(id), tone === 'bad' ? shownForMs * 2 : shownForMs);
  }

  return { items, say, dismiss };
});

import { defineStore } from 'pinia';
import { ref } from 'vue';

/** A short message at the edge of the window. */
export interface Notice {
  readonly id: number;
  readonly text: string;
  readonly tone: 'good' | 'bad';
  /** Action that the message offers. A message with an action stays visible longer. */
  readonly action?: NoticeAction;
}

/** A button in a message. */
export interface NoticeAction {
  readonly label: string;
  readonly run: () => unknown;
}

const shownForMs = 4000;

/** Temporary messages. Screen readers announce them. */
export const useNotices = defineStore('notices', () => {
  const items = ref<readonly Notice[]>([]);
  let lastId = 0;

  function dismiss(id: number): void {
    items.value = items.value.filter((item) => item.id !== id);
  }
  function say(text: string, tone: Notice['tone'] = 'good', action?: NoticeAction): void {
    const id = ++lastId;
    items.value = [...items.value.slice(-2), { id, text, tone, action }];
    const times = action ? 4 : tone === 'bad' ? 2 : 1;
    setTimeout(() => dismiss(id), shownForMs * times);
  }

  return { items, say, dismiss };
});

import { defineStore } from 'pinia';
import { computed, ref } from 'vue';

const storageKey = 'gleaner.table-tour';

/** Steps in the tour of the New table view. A step ends when the user completes it or clicks *Next*. */
export const tourSteps = [
  {
    id: 'pick',
    text: 'table.tourStart',
  },
  {
    id: 'rows',
    text: 'table.tourRows',
  },
  { id: 'next', text: 'table.tourNextPage' },
  {
    id: 'run',
    text: 'table.tourRun',
  },
] as const;

/** Tour of the New table view. It is offered on the first visit, and can be repeated. */
export const useTableTour = defineStore('table-tour', () => {
  const isOffered = ref(localStorage.getItem(storageKey) === null);
  /** Index of the current step. Undefined while no tour is running. */
  const at = ref<number>();
  const step = computed(() => (at.value === undefined ? undefined : tourSteps[at.value]));

  function start(): void {
    at.value = 0;
  }
  function end(): void {
    localStorage.setItem(storageKey, 'seen');
    isOffered.value = false;
    at.value = undefined;
  }
  function next(): void {
    if (at.value === undefined) return;
    if (at.value === tourSteps.length - 1) end();
    else at.value++;
  }
  /** Advances to the next step, if the given step is the current one. */
  function done(id: (typeof tourSteps)[number]['id']): void {
    if (step.value?.id === id) next();
  }
  return { isOffered, at, step, start, end, next, done };
});

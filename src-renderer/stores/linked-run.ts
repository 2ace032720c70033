import { defineStore } from 'pinia';
import { ref } from 'vue';

/** A saved job that a link asks to run; it runs only when the person agrees. */
export const useLinkedRun = defineStore('linked-run', () => {
  const name = ref<string>();
  return { name };
});

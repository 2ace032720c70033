import { computed, onMounted, ref, shallowRef } from 'vue';
import { useRoute } from 'vue-router';
import { toApiError } from '../../api/client';
import { engineApi } from '../../api/engine-api';
import { type OpenApi, type OperationGroup, operationGroups, routeText, schemaRoot } from '../../schema/openapi';

/** API reference: the engine's routes, filtered by the typed words, and the open route. */
export function useReference() {
  const route = useRoute();
  const document = shallowRef<OpenApi>();
  const error = ref<string>();
  const words = ref('');
  const groups = computed(() => (document.value ? operationGroups(document.value) : []));
  const root = computed(() => (document.value ? schemaRoot(document.value) : {}));
  const found = computed((): readonly OperationGroup[] => {
    const wanted = words.value.toLowerCase().split(/\s+/).filter(Boolean);
    const fits = (text: string): boolean => wanted.every((word) => text.toLowerCase().includes(word));
    return groups.value.flatMap((group) => {
      const operations = group.operations.filter(({ method, path, summary }) =>
        fits(`${method} ${path} ${routeText(summary)}`),
      );
      return operations.length ? [{ ...group, operations }] : [];
    });
  });
  const all = computed(() => groups.value.flatMap(({ operations }) => operations));
  const open = computed(
    () =>
      all.value.find(({ id }) => id === route.params.operation) ??
      all.value.find(({ id }) => id === 'post-v2-scrape') ??
      all.value[0],
  );

  async function load(): Promise<void> {
    error.value = undefined;
    try {
      document.value = await engineApi.openApi();
    } catch (thrown) {
      error.value = toApiError(thrown).message;
    }
  }
  onMounted(load);

  return { document, error, words, found, open, root, load };
}

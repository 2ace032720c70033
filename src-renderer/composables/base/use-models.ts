import { computed, onMounted, shallowRef, watch } from 'vue';
import { engineApi } from '../../api/engine-api';
import type { ModelInUse } from '../../api/types';
import { serviceOf } from '../../display/model-services';
import { useEngine } from '../../stores/engine';
import { useSettings } from '../../stores/settings';

/** Configured models. Reloaded whenever a view that uses them opens, and after a reconnect. */
export function useModels() {
  const settings = useSettings();
  const items = shallowRef<readonly ModelInUse[]>([]);
  async function load(): Promise<void> {
    // If the call fails, no model is shown. The engine checks the model again when a job starts.
    items.value = await engineApi.models().then(
      (answer) => answer.items,
      () => [],
    );
  }
  watch(() => useEngine().epoch, load, { immediate: true });
  onMounted(() => {
    if (!settings.answer) void settings.load();
  });
  /** Returns the model for a profile, or the model for requests without a profile. */
  const of = (profile?: string): ModelInUse | undefined => items.value.find((item) => item.profile === profile);
  /**
   * Returns the name of a model and its service, e.g. `llama3.2 (Ollama)`. While the settings are loading, returns the
   * plugin's ID.
   */
  function nameOf({ model = '' }: ModelInUse): string {
    const plugin = settings.plugins.find(({ kind, id }) => kind === 'model' && id === model);
    const { model: name, baseUrl } = plugin ? settings.ofPlugin(plugin) : {};
    const service = serviceOf(model, String(baseUrl ?? ''));
    const label = service && service.id !== 'other' ? service.label : model;
    return typeof name === 'string' && name !== '' ? `${name} (${label})` : label;
  }
  return { items: computed(() => items.value), of, nameOf };
}

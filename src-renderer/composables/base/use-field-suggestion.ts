import { computed, type InjectionKey, inject, onScopeDispose, provide, ref } from 'vue';
import { webAddress } from '../../../core/common/api/target-url';
import { engineApi } from '../../api/engine-api';
import { newJobId } from '../../display/uuid';
import { schemaOfExample } from '../../schema/schema-of-example';
import type { WrittenSchema } from '../../schema/wanted-fields';
import { t } from '../../texts/i18n';
import { guarded } from './use-failures';

/** Returns the URL that the user entered for the page whose fields are suggested. */
type PageAddress = () => string;

const pageAddress: InjectionKey<PageAddress> = Symbol('page whose fields are suggested');

/** Provides nested field builders with the URL of the page used for suggestions. */
export const provideFieldSuggestion = (address: PageAddress): void => provide(pageAddress, address);

/**
 * Suggests fields for a page by scraping it without a schema. The engine then looks for fields that are common on this
 * kind of page. Fields without a value are omitted. The scrape is not stored, so that it does not appear in the history.
 */
export function useFieldSuggestion() {
  const address = inject(pageAddress, undefined);
  const url = computed(() => (address ? webAddress(address()) : undefined));
  const suggesting = ref(false);
  const abort = new AbortController();
  onScopeDispose(() => abort.abort());

  async function suggest(): Promise<WrittenSchema | undefined> {
    if (url.value === undefined || suggesting.value) return undefined;
    suggesting.value = true;
    try {
      const request = { url: url.value, formats: [{ type: 'json' }], zeroDataRetention: true };
      const answer = await guarded(t('extract.suggestFailed'), () =>
        engineApi.scrape(request, newJobId(), abort.signal),
      );
      const { json } = (answer?.data ?? {}) as { readonly json?: Readonly<Record<string, unknown>> };
      const found = Object.entries(json ?? {}).filter(([, value]) => value !== null);
      return found.length > 0 ? schemaOfExample(Object.fromEntries(found)) : undefined;
    } finally {
      suggesting.value = false;
    }
  }
  return { isOffered: address !== undefined, canSuggest: computed(() => url.value !== undefined), suggesting, suggest };
}

import { ref, watch } from 'vue';
import { webAddress } from '../../../core/common/api/target-url';
import { t } from '../../texts/i18n';

/** The URL box of a form: what is typed, and what is wrong with it once it was read. */
export function useAddress(initial = '') {
  const typed = ref(initial);
  const issue = ref('');
  watch(typed, () => {
    issue.value = '';
  });

  /** The URL that is meant; undefined, with an issue at the field, for text that is not a web address. */
  function read(): string | undefined {
    const url = webAddress(typed.value);
    issue.value = url === undefined ? t('form.notWebAddress') : '';
    return url;
  }
  return { typed, issue, read };
}

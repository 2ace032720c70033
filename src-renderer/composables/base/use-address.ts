import { ref, watch } from 'vue';
import { webAddress } from '../../../core/common/api/target-url';
import { t } from '../../texts/i18n';

/** URL field of a form: the typed text, and its issue once it was parsed. */
export function useAddress(initial = '') {
  const typed = ref(initial);
  const issue = ref('');
  watch(typed, () => {
    issue.value = '';
  });

  /** Parsed URL; undefined, with an issue at the field, for text that is not a web address. */
  function read(): string | undefined {
    const url = webAddress(typed.value);
    issue.value = url === undefined ? t('form.notWebAddress') : '';
    return url;
  }
  return { typed, issue, read };
}

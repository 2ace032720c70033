import { ref, watch } from 'vue';
import { webAddress } from '../../../core/common/api/target-url';
import { t } from '../../texts/i18n';

/** URL field of a form: the typed text and, if the text is not a valid URL, an issue. */
export function useAddress(initial = '') {
  const typed = ref(initial);
  const issue = ref('');
  watch(typed, () => {
    issue.value = '';
  });

  /** Returns the parsed URL. If the text is not a URL, sets `issue` and returns undefined. */
  function read(): string | undefined {
    const url = webAddress(typed.value);
    issue.value =
      url !== undefined ? '' : typed.value.trim() === '' ? t('form.addressMissing') : t('form.notWebAddress');
    return url;
  }
  return { typed, issue, read };
}

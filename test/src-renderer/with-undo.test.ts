import { createPinia, setActivePinia } from 'pinia';
import { expect, it } from 'vitest';
import { resetWithUndo } from '../../src-renderer/composables/base/with-undo';
import { useNotices } from '../../src-renderer/stores/notices';

it('offers to undo the reset of a form', () => {
  setActivePinia(createPinia());
  const store = {
    form: 'typed',
    reset: () => {
      store.form = '';
    },
  };
  resetWithUndo(store);
  expect(store.form).toBe('');
  const [notice] = useNotices().items;
  expect(notice?.action?.label).toBe('Undo');
  notice?.action?.run();
  expect(store.form).toBe('typed');
});

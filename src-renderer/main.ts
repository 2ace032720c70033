import { createPinia } from 'pinia';
import { createApp } from 'vue';
import App from './app.vue';
import { router } from './router';
import { useLanguage } from './stores/language';
import { i18n } from './texts/i18n';
import './styles/base.css';
import './styles/prose.css';

const app = createApp(App).use(createPinia()).use(i18n);
// Loads the language first, so that the UI is drawn only once.
void useLanguage()
  .apply()
  .catch(() => undefined)
  .then(() => app.use(router).mount('#app'));

import { watchEffect } from 'vue';
import { createRouter, createWebHashHistory } from 'vue-router';
import { commandOf } from '../core/common/desktop/app-commands';
import { isPageText } from './navigation';
import { language, t } from './texts/i18n';

const views = {
  start: () => import('./views/start-view.vue'),
  playground: () => import('./views/playground-view.vue'),
  history: () => import('./views/history-view.vue'),
  newJob: () => import('./views/new-job-view.vue'),
  newTable: () => import('./views/new-table-view.vue'),
  extract: () => import('./views/extract-view.vue'),
  jobs: () => import('./views/jobs-room.vue'),
  saved: () => import('./views/saved-view.vue'),
  monitors: () => import('./views/monitors-view.vue'),
  developers: () => import('./views/developers-view.vue'),
  usage: () => import('./views/usage-view.vue'),
  settings: () => import('./views/settings-view.vue'),
  reference: () => import('./views/reference-view.vue'),
  live: () => import('./views/live-view.vue'),
  unknown: () => import('./views/unknown-view.vue'),
};

/** Views of the app. The code of a view runs when the view is first opened. */
export const router = createRouter({
  history: createWebHashHistory(),
  routes: [
    { path: '/', redirect: { name: 'start' } },
    {
      path: '/start',
      name: 'start',
      component: views.start,
    },
    {
      path: '/playground/:id?',
      name: 'playground',
      component: views.playground,
    },
    {
      path: '/history',
      name: 'history',
      component: views.history,
    },
    {
      path: '/new-job',
      name: 'new-job',
      component: views.newJob,
    },
    {
      path: '/new-table',
      name: 'new-table',
      component: views.newTable,
    },
    {
      path: '/extract',
      name: 'extract',
      component: views.extract,
    },
    { path: '/agent', name: 'agent', redirect: { name: 'extract', query: { find: 'pages' } } },
    {
      path: '/jobs/:id?',
      name: 'jobs',
      component: views.jobs,
    },
    {
      path: '/saved/:section?',
      name: 'saved',
      component: views.saved,
    },
    { path: '/monitors', redirect: { name: 'saved', query: { only: 'monitors' } } },
    {
      path: '/monitors/:name',
      name: 'monitors',
      component: views.monitors,
    },
    {
      path: '/developers',
      name: 'developers',
      component: views.developers,
    },
    {
      path: '/usage',
      name: 'usage',
      component: views.usage,
    },
    {
      path: '/settings/:section?',
      name: 'settings',
      component: views.settings,
    },
    {
      path: '/reference/:operation?',
      name: 'reference',
      component: views.reference,
      // The API reference is available without an API key.
      meta: { isOpen: true },
    },
    { path: '/live/:id', component: views.live },
    { path: '/:rest(.*)*', component: views.unknown },
  ],
});

// Last path to which the URL changed during the router's first navigation. The router ignores URL changes until that
// navigation has ended.
let meanwhile: string | undefined;
const note = ({ newURL }: HashChangeEvent): void => {
  meanwhile = new URL(newURL).hash.slice(1);
};
window.addEventListener('hashchange', note);
let isFirst = true;
const stopNoting = router.beforeEach(() => {
  // A later navigation takes precedence over the ignored URL change.
  if (!isFirst) meanwhile = undefined;
  isFirst = false;
});
void router.isReady().then(() =>
  // Waits for the next task, because the event for a recent change may still be pending.
  setTimeout(() => {
    window.removeEventListener('hashchange', note);
    stopNoting();
    if (meanwhile) void router.replace(meanwhile);
  }),
);

// Updates the title when the view or the language changes.
watchEffect(() => {
  const { name } = router.currentRoute.value;
  const label = typeof name === 'string' ? commandOf(name).label[language()] : '';
  const title = isPageText(router.currentRoute.value) ? t('start.text') : label;
  document.title = title ? `${title} · Gleaner` : 'Gleaner';
});

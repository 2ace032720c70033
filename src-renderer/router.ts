import { watchEffect } from 'vue';
import { createRouter, createWebHashHistory } from 'vue-router';
import { commandOf } from '../core/common/desktop/app-commands';
import { language } from './texts/i18n';

const views = {
  playground: () => import('./views/playground-view.vue'),
  history: () => import('./views/history-view.vue'),
  newJob: () => import('./views/new-job-view.vue'),
  newTable: () => import('./views/new-table-view.vue'),
  extract: () => import('./views/extract-view.vue'),
  agent: () => import('./views/agent-view.vue'),
  jobs: () => import('./views/jobs-room.vue'),
  saved: () => import('./views/saved-view.vue'),
  monitors: () => import('./views/monitors-view.vue'),
  usage: () => import('./views/usage-view.vue'),
  settings: () => import('./views/settings-view.vue'),
  reference: () => import('./views/reference-view.vue'),
  live: () => import('./views/live-view.vue'),
};

/** The rooms of the app; the first view is loaded at once, the others as soon as it is there. */
export const router = createRouter({
  history: createWebHashHistory(),
  routes: [
    { path: '/', redirect: { name: 'playground' } },
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
    {
      path: '/agent',
      name: 'agent',
      component: views.agent,
    },
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
    {
      path: '/monitors/:name?',
      name: 'monitors',
      component: views.monitors,
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
      // It is read without a key, too.
      meta: { isOpen: true },
    },
    { path: '/live/:id', component: views.live },
    { path: '/:rest(.*)*', redirect: { name: 'playground' } },
  ],
});

// The router hears of address changes only once its first navigation is done; one made meanwhile would be lost.
let meanwhile: string | undefined;
const note = ({ newURL }: HashChangeEvent): void => {
  meanwhile = new URL(newURL).hash.slice(1);
};
window.addEventListener('hashchange', note);
let isFirst = true;
const stopNoting = router.beforeEach(() => {
  // What the app was asked for since then is newer.
  if (!isFirst) meanwhile = undefined;
  isFirst = false;
});
void router.isReady().then(() =>
  // A turn later: the event of a change made just before is still on its way.
  setTimeout(() => {
    window.removeEventListener('hashchange', note);
    stopNoting();
    if (meanwhile) void router.replace(meanwhile);
  }),
);

// Every view is at hand before it is needed, so that the window works on while its engine is away.
void router.isReady().then(() => Promise.allSettled(Object.values(views).map((load) => load())));

// The title follows the view and the language.
watchEffect(() => {
  const { name } = router.currentRoute.value;
  document.title = typeof name === 'string' ? `${commandOf(name).label[language()]} · Gleaner` : 'Gleaner';
});

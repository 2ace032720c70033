import { createRouter, createWebHashHistory } from 'vue-router';

/** The rooms of the app; each view is loaded when it is first entered. */
export const router = createRouter({
  history: createWebHashHistory(),
  routes: [
    { path: '/', redirect: { name: 'playground' } },
    {
      path: '/playground/:id?',
      name: 'playground',
      component: () => import('./views/playground-view.vue'),
      meta: { title: 'Playground' },
    },
    {
      path: '/history',
      name: 'history',
      component: () => import('./views/history-view.vue'),
      meta: { title: 'History' },
    },
    {
      path: '/new-job',
      name: 'new-job',
      component: () => import('./views/new-job-view.vue'),
      meta: { title: 'New job' },
    },
    {
      path: '/jobs/:id?',
      name: 'jobs',
      component: () => import('./views/jobs-room.vue'),
      meta: { title: 'Jobs' },
    },
    {
      path: '/usage',
      name: 'usage',
      component: () => import('./views/usage-view.vue'),
      meta: { title: 'Usage' },
    },
    {
      path: '/settings/:section?',
      name: 'settings',
      component: () => import('./views/settings-view.vue'),
      meta: { title: 'Settings' },
    },
    { path: '/:rest(.*)*', redirect: { name: 'playground' } },
  ],
});

// The router hears of address changes only once its first navigation is done; one made meanwhile would be lost.
let meanwhile: string | undefined;
const note = ({ newURL }: HashChangeEvent): void => {
  meanwhile = new URL(newURL).hash.slice(1);
};
window.addEventListener('hashchange', note);
void router.isReady().then(() =>
  // A turn later: the event of a change made just before is still on its way.
  setTimeout(() => {
    window.removeEventListener('hashchange', note);
    if (meanwhile) void router.replace(meanwhile);
  }),
);

router.afterEach((to) => {
  document.title = to.meta.title ? `${String(to.meta.title)} · Gleaner` : 'Gleaner';
});

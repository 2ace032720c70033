import type { RouteLocationNormalizedLoaded } from 'vue-router';
import { commandOf } from '../core/common/desktop/app-commands';
import type { InLanguages } from '../core/common/values/language';
import type { IconName } from './components/base/icon-paths';

/** Entry in the navigation rail. */
export interface NavigationEntry {
  readonly route: string;
  readonly label: InLanguages;
  readonly icon: IconName;
  /** Views that belong to this entry. The entry is marked as current in all of them. */
  readonly includes: readonly string[];
}

const entry = (route: string, icon: IconName, ...includes: string[]): NavigationEntry => ({
  route,
  label: commandOf(route).label,
  icon,
  includes: [route, ...includes],
});

const pageText = 'page-text';

/** True if the Playground shows page text that the user requested in the Start view. */
export const isPageText = ({ name, query }: Pick<RouteLocationNormalizedLoaded, 'name' | 'query'>): boolean =>
  name === 'playground' && query.for === 'text';

/** True if the current view belongs to an entry. Page text requested in the Start view belongs to the Start entry. */
export const isWithin = (route: RouteLocationNormalizedLoaded, { includes }: NavigationEntry): boolean =>
  includes.includes(isPageText(route) ? pageText : String(route.name));

/** Groups of the navigation rail, from top to bottom. The last group is at the bottom edge. */
export const navigation: readonly (readonly NavigationEntry[])[] = [
  [
    entry('start', 'home', 'new-table', 'new-job', 'extract', pageText),
    entry('jobs', 'list'),
    entry('saved', 'bookmark', 'monitors'),
    entry('history', 'history'),
    entry('developers', 'code', 'playground', 'reference', 'usage'),
  ],
  [entry('settings', 'settings')],
];

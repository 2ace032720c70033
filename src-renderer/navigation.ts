import { commandOf } from '../core/common/desktop/app-commands';
import type { InLanguages } from '../core/common/values/language';
import type { IconName } from './components/base/icon-paths';

/** Entry in the navigation rail. */
export interface NavigationEntry {
  readonly route: string;
  readonly label: InLanguages;
  readonly icon: IconName;
  /** True if the view is in the bottom bar on phones; other views are reached through the command palette. */
  readonly onPhone: boolean;
}

const entry = (route: string, icon: IconName, onPhone = false): NavigationEntry => ({
  route,
  label: commandOf(route).label,
  icon,
  onPhone,
});

/** Groups in the navigation rail, from top to bottom. The last group is placed at the bottom. */
export const navigation: readonly (readonly NavigationEntry[])[] = [
  [
    entry('playground', 'flask', true),
    entry('new-job', 'plus', true),
    entry('new-table', 'table', true),
    entry('extract', 'target'),
    entry('agent', 'compass'),
    entry('jobs', 'list', true),
    entry('saved', 'bookmark', true),
    entry('monitors', 'eye'),
    entry('history', 'history'),
    entry('usage', 'chart'),
  ],
  [entry('settings', 'settings')],
];

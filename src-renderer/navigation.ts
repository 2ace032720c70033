import type { IconName } from './components/base/icon-paths';

/** One entry of the rail; rooms that come later are one more line here and one more route. */
export interface NavigationEntry {
  readonly route: string;
  readonly label: string;
  readonly icon: IconName;
}

/** The rail, in groups from top to bottom; the last group sits at the foot. */
export const navigation: readonly (readonly NavigationEntry[])[] = [
  [
    { route: 'playground', label: 'Playground', icon: 'flask' },
    { route: 'new-job', label: 'New job', icon: 'plus' },
    { route: 'new-table', label: 'New table', icon: 'table' },
    { route: 'extract', label: 'Extract', icon: 'target' },
    { route: 'agent', label: 'Agent', icon: 'compass' },
    { route: 'jobs', label: 'Jobs', icon: 'list' },
    { route: 'saved', label: 'Saved', icon: 'bookmark' },
    { route: 'monitors', label: 'Monitors', icon: 'eye' },
    { route: 'history', label: 'History', icon: 'history' },
    { route: 'usage', label: 'Usage', icon: 'chart' },
  ],
  [{ route: 'settings', label: 'Settings', icon: 'settings' }],
];

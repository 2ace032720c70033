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
    { route: 'history', label: 'History', icon: 'history' },
  ],
  [{ route: 'settings', label: 'Settings', icon: 'settings' }],
];

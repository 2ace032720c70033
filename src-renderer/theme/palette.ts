/** Colours of a theme. CSS uses them as `--name` variables. Naive UI uses them through `naive-theme`. */
export interface Palette {
  readonly canvas: string;
  readonly surface: string;
  readonly raised: string;
  readonly sunken: string;
  readonly line: string;
  readonly 'line-strong': string;
  readonly text: string;
  readonly muted: string;
  readonly accent: string;
  readonly 'accent-hover': string;
  readonly 'accent-soft': string;
  readonly 'on-accent': string;
  readonly wheat: string;
  readonly 'wheat-soft': string;
  readonly danger: string;
  readonly 'danger-soft': string;
  readonly 'code-tag': string;
  readonly 'code-name': string;
  readonly 'code-value': string;
  readonly 'code-quiet': string;
  readonly shadow: string;
}

/** Light theme: warm paper, field green, wheat for changed values. */
export const lightPalette: Palette = {
  canvas: '#f7f6f2',
  surface: '#ffffff',
  raised: '#ffffff',
  sunken: '#f3f2ed',
  line: '#e5e3dc',
  'line-strong': '#c3c1b7',
  text: '#1e2420',
  muted: '#5c645e',
  accent: '#276749',
  'accent-hover': '#1f553b',
  'accent-soft': '#e5f0e9',
  'on-accent': '#ffffff',
  wheat: '#87560b',
  'wheat-soft': '#fbf1dc',
  danger: '#a92f25',
  'danger-soft': '#fbe9e6',
  'code-tag': '#276749',
  'code-name': '#6f4a9c',
  'code-value': '#8a4a12',
  'code-quiet': '#676e68',
  shadow: '0 1px 2px rgb(30 36 32 / 5%), 0 8px 24px rgb(30 36 32 / 6%)',
};

/** Dark theme: dark earth, with lighter green and wheat. */
export const darkPalette: Palette = {
  canvas: '#131614',
  surface: '#1a1e1b',
  raised: '#222723',
  sunken: '#151916',
  line: '#2b312d',
  'line-strong': '#475049',
  text: '#e6eae6',
  muted: '#a0a9a2',
  accent: '#7fcaa2',
  'accent-hover': '#98d9b6',
  'accent-soft': '#20332a',
  'on-accent': '#0c1a12',
  wheat: '#e5bb69',
  'wheat-soft': '#332a18',
  danger: '#f29488',
  'danger-soft': '#3a201d',
  'code-tag': '#7fcaa2',
  'code-name': '#c5a8ea',
  'code-value': '#e3b47c',
  'code-quiet': '#939c95',
  shadow: '0 1px 2px rgb(0 0 0 / 30%), 0 10px 30px rgb(0 0 0 / 30%)',
};

/** Sets the CSS variables for a palette. */
export function applyPalette(palette: Palette, dark: boolean): void {
  const root = document.documentElement;
  root.dataset.theme = dark ? 'dark' : 'light';
  root.style.colorScheme = dark ? 'dark' : 'light';
  for (const [name, value] of Object.entries(palette)) root.style.setProperty(`--${name}`, value);
}

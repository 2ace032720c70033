import { t } from '../texts/i18n';

const isMac = /mac|iphone|ipad/i.test(navigator.platform);

const symbols: Readonly<Record<string, string>> = isMac
  ? { Mod: '⌘', Shift: '⇧', Enter: '↩', Escape: 'Esc' }
  : { Escape: 'Esc' };
/** Returns the label of a key cap in the language of the app. */
function capOf(key: string): string {
  if (symbols[key]) return symbols[key];
  if (key === 'Enter') return t('shell.enterKey');
  return key === 'Mod' ? t('shell.controlKey') : key;
}

/**
 * Returns the key caps for a key sequence. Each inner list contains keys to press together, e.g. `Mod+K` → `[['Ctrl',
 * 'K']]`.
 */
export const keyCaps = (keys: string): readonly (readonly string[])[] =>
  keys.split(' ').map((chord) => chord.split('+').map(capOf));

/** Converts an Electron accelerator to the notation of command shortcuts, e.g. `CmdOrCtrl+Shift+T` → `Mod+Shift+T`. */
export const fromAccelerator = (accelerator: string): string => accelerator.replace('CmdOrCtrl', 'Mod');

/** Number of rows that each navigation key moves in a list. Negative for keys that move up. */
export const stepKeys: Readonly<Record<string, number>> = {
  ArrowDown: 1,
  ArrowUp: -1,
  PageDown: 10,
  PageUp: -10,
  Home: Number.NEGATIVE_INFINITY,
  End: Number.POSITIVE_INFINITY,
};

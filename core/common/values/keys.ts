const names = [
  'Enter Tab Space Backspace Delete Insert Escape Home End PageUp PageDown ArrowLeft ArrowRight ArrowUp ArrowDown',
  'Shift ShiftLeft ShiftRight Control ControlLeft ControlRight Alt AltLeft AltRight AltGraph Meta MetaLeft MetaRight',
  'F1 F2 F3 F4 F5 F6 F7 F8 F9 F10 F11 F12 F13 F14 F15 F16 F17 F18 F19 F20 F21 F22 F23 F24',
  'CapsLock NumLock ScrollLock Pause PrintScreen ContextMenu Help Clear Cancel Select Print Execute Convert NonConvert',
  'Digit0 Digit1 Digit2 Digit3 Digit4 Digit5 Digit6 Digit7 Digit8 Digit9',
  'KeyA KeyB KeyC KeyD KeyE KeyF KeyG KeyH KeyI KeyJ KeyK KeyL KeyM KeyN KeyO KeyP KeyQ KeyR KeyS KeyT KeyU KeyV KeyW',
  'KeyX KeyY KeyZ Semicolon Equal Comma Minus Period Slash Backquote BracketLeft Backslash BracketRight Quote',
  'Numpad0 Numpad1 Numpad2 Numpad3 Numpad4 Numpad5 Numpad6 Numpad7 Numpad8 Numpad9 NumpadAdd NumpadSubtract',
  'NumpadMultiply NumpadDivide NumpadDecimal NumpadEnter NumpadEqual',
  'AudioVolumeMute AudioVolumeDown AudioVolumeUp MediaTrackNext MediaTrackPrevious MediaStop MediaPlayPause',
].flatMap((line) => line.split(' '));

/** Common aliases for keys, in lower case. */
const aliases: Readonly<Record<string, string>> = {
  return: 'Enter',
  esc: 'Escape',
  del: 'Delete',
  ins: 'Insert',
  spacebar: 'Space',
  left: 'ArrowLeft',
  right: 'ArrowRight',
  up: 'ArrowUp',
  down: 'ArrowDown',
  ctrl: 'Control',
  ctl: 'Control',
  controlormeta: 'Control',
  option: 'Alt',
  cmd: 'Meta',
  command: 'Meta',
  super: 'Meta',
  win: 'Meta',
  windows: 'Meta',
};

const byName = new Map([
  ...names.map((name): [string, string] => [name.toLowerCase(), name]),
  ...Object.entries(aliases),
]);

/** Returns the name that browsers use for a key. A single character is its own name. */
const keyOf = (text: string): string | undefined =>
  [...text].length === 1 ? text : byName.get(text.trim().toLowerCase());

/**
 * Returns the browser names of the keys in a chord such as `Control+A` or `ENTER`, in the order given. Ignores case.
 * Undefined if any part is not a key.
 */
export function keysOf(chord: string): readonly string[] | undefined {
  const whole = keyOf(chord);
  if (whole !== undefined) return [whole];
  const plus = chord.endsWith('++');
  const parts = (plus ? chord.slice(0, -2) : chord).split('+');
  const keys = [...parts, ...(plus ? ['+'] : [])].map(keyOf);
  return keys.every((key) => key !== undefined) ? keys : undefined;
}

import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { z } from 'zod';

const place = z.object({ x: z.int(), y: z.int(), width: z.int().min(400), height: z.int().min(300) });
const windowState = z.object({ bounds: place, maximized: z.boolean() });

/** Bounds and maximized state of a window. */
export type WindowState = z.output<typeof windowState>;

/** A rectangle on the desktop. */
export type Bounds = WindowState['bounds'];

/** Returns the saved window state if the window would be visible on one of the screens. */
export function readWindowState(file: string, screens: readonly Bounds[]): WindowState | undefined {
  try {
    const state = windowState.parse(JSON.parse(readFileSync(file, 'utf8')));
    return screens.some((screen) => overlaps(state.bounds, screen)) ? state : undefined;
  } catch {
    // If the file is missing or damaged, the default position applies.
    return undefined;
  }
}

/** Saves the state synchronously, because the window closes right afterwards. */
export function writeWindowState(file: string, state: WindowState): void {
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, JSON.stringify(state));
}

/** True if enough of the window is visible to drag it. */
function overlaps(window: Bounds, screen: Bounds): boolean {
  const width = Math.min(window.x + window.width, screen.x + screen.width) - Math.max(window.x, screen.x);
  const height = Math.min(window.y + window.height, screen.y + screen.height) - Math.max(window.y, screen.y);
  return width >= 100 && height >= 50;
}

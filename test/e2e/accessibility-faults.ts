import type { Frame, Page } from '@playwright/test';
import axe, { type RunOptions } from 'axe-core';

/** Returns serious and critical accessibility faults in a part of the window, each with the elements concerned. */
export const faults = (page: Page, part = 'body'): Promise<readonly string[]> => findFaults(page, part, {});

/**
 * Like `faults`, but in both the light and the dark theme. The page must follow the system theme. The themes differ
 * only in colours, so only contrast is checked in the dark one.
 */
export async function themeFaults(page: Page, part = 'body'): Promise<readonly string[]> {
  await showTheme(page, 'light');
  const inLight = await faults(page, part);
  await showTheme(page, 'dark');
  const inDark = await findFaults(page, part, { runOnly: ['color-contrast'] });
  return [...inLight.map((one) => `light: ${one}`), ...inDark.map((one) => `dark: ${one}`)];
}

async function showTheme(page: Page, colorScheme: 'light' | 'dark'): Promise<void> {
  await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
  await page.locator(`html[data-theme=${colorScheme}]`).waitFor({ state: 'attached' });
}

async function findFaults(page: Page, part: string, rules: { runOnly?: string[] }): Promise<readonly string[]> {
  for (const frame of page.frames()) await loadAxe(frame);
  const violations = await page.evaluate(
    async ([include, options]) => {
      // Contrast is checked after all colour transitions have finished. The end of a transition may start another one
      // in a child that inherits the colour.
      for (let still = 0; still < 3; still++) {
        await new Promise(requestAnimationFrame);
        for (const one of document.getAnimations()) {
          if (one.effect?.getTiming().iterations === Infinity || one.playState === 'finished') continue;
          one.finish();
          still = 0;
        }
      }
      // Excludes the frame, because it shows a foreign page.
      const context = { include, exclude: 'iframe[title="Page"]' };
      const own = Reflect.get(window, 'axe') as typeof axe & Audit;
      // The impact of a rule is the impact of all its faults.
      const minor = own._audit.rules.filter(({ impact }) => impact === 'minor' || impact === 'moderate');
      const rules = Object.fromEntries(minor.map(({ id }) => [id, { enabled: false }]));
      return (await own.run(context, { rules, ...options })).violations;
    },
    // Skips the results of passed rules, which are not used. `preload: false` only skips the autoplay rule, whose
    // faults are not serious.
    [part, { resultTypes: ['violations'], preload: false, ...rules } satisfies RunOptions] as const,
  );
  return violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.html).join(' ')}`);
}

/** Rules of axe with their impact, which its public list omits. */
interface Audit {
  readonly _audit: { readonly rules: readonly { readonly id: string; readonly impact?: string }[] };
}

/** Loads axe, once per document. */
async function loadAxe(frame: Frame): Promise<void> {
  if (!(await frame.evaluate(() => 'axe' in window))) await frame.evaluate(axe.source);
}

import type { Frame, Page } from '@playwright/test';
import axe, { type RunOptions } from 'axe-core';

/** Returns the serious and critical accessibility faults in part of the window, each with the affected elements. */
export const faults = (page: Page, part = 'body'): Promise<readonly string[]> => findFaults(page, part, {});

/**
 * Like `faults`, but checks both the light and the dark theme. The page must follow the system theme. The themes differ
 * only in colours, so the dark theme is checked only for contrast.
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
      // Excludes the frame, because it shows a third-party page.
      const context = { include, exclude: 'iframe[title="Page"]' };
      const own = Reflect.get(window, 'axe') as typeof axe & Audit;
      // Excludes rules with a minor or moderate impact. A fault always has the impact of its rule.
      const minor = own._audit.rules.filter(({ impact }) => impact === 'minor' || impact === 'moderate');
      const rules = Object.fromEntries(minor.map(({ id }) => [id, { enabled: false }]));
      return (await own.run(context, { rules, ...options })).violations;
    },
    // Omits the unused results of passed rules. `preload: false` skips only the autoplay rule, whose faults are not
    // serious.
    [part, { resultTypes: ['violations'], preload: false, ...rules } satisfies RunOptions] as const,
  );
  return violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.html).join(' ')}`);
}

/** Internal rules of axe, which include the impact of each rule. The public rule list does not include it. */
interface Audit {
  readonly _audit: { readonly rules: readonly { readonly id: string; readonly impact?: string }[] };
}

/** Loads axe, once per document. */
async function loadAxe(frame: Frame): Promise<void> {
  if (!(await frame.evaluate(() => 'axe' in window))) await frame.evaluate(axe.source);
}

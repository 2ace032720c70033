import type { Frame, Page } from '@playwright/test';
import axe, { type RunOptions } from 'axe-core';

/** Serious and critical accessibility faults of a part of the window, each with its elements. */
export const faults = (page: Page, part = 'body'): Promise<readonly string[]> => findFaults(page, part, {});

/**
 * As `faults`, with the light and the dark theme, for a page that follows the theme of the system. Themes differ only in
 * their colours, so the dark one is checked for contrast alone.
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
      // The contrast is checked after transitions of colours. One may start another: that of a colour a child inherits.
      for (let still = 0; still < 3; still++) {
        await new Promise(requestAnimationFrame);
        for (const one of document.getAnimations()) {
          if (one.effect?.getTiming().iterations === Infinity || one.playState === 'finished') continue;
          one.finish();
          still = 0;
        }
      }
      // The frame shows a foreign page.
      const context = { include, exclude: 'iframe[title="Page"]' };
      return (await (Reflect.get(window, 'axe') as typeof axe).run(context, options)).violations;
    },
    // Passed rules are not used. Without a preload, only the rule on autoplay is skipped, whose faults are not serious.
    [part, { resultTypes: ['violations'], preload: false, ...rules } satisfies RunOptions] as const,
  );
  return violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.html).join(' ')}`);
}

/** Loads axe once per document. */
async function loadAxe(frame: Frame): Promise<void> {
  if (!(await frame.evaluate(() => 'axe' in window))) await frame.evaluate(axe.source);
}

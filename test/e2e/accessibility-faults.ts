import AxeBuilder from '@axe-core/playwright';
import type { Page } from '@playwright/test';

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
  const axe = new AxeBuilder({ page })
    .include(part)
    // The frame shows a foreign page.
    .exclude('iframe[title="Page"]')
    // Passed rules are not used.
    .options({ resultTypes: ['violations'], ...rules })
    // Evaluates in the page itself; a blank page beside it is needed only for cross-origin frames.
    .setLegacyMode();
  const { violations } = await axe.analyze();
  return violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.html).join(' ')}`);
}

import AxeBuilder from '@axe-core/playwright';
import type { Page } from '@playwright/test';

/** Serious and critical accessibility faults of a part of the window, each with its elements. */
export async function faults(page: Page, part = 'body'): Promise<readonly string[]> {
  const axe = new AxeBuilder({ page })
    .include(part)
    // The frame shows a foreign page.
    .exclude('iframe[title="Page"]')
    // Passed rules are not used.
    .options({ resultTypes: ['violations'] })
    // Evaluates in the page itself; a blank page beside it is needed only for cross-origin frames.
    .setLegacyMode();
  const { violations } = await axe.analyze();
  return violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.html).join(' ')}`);
}

import AxeBuilder from '@axe-core/playwright';
import type { Page } from '@playwright/test';

/** Serious and critical accessibility faults of a part of the window, each with the elements that have it. */
export async function faults(page: Page, part = 'body'): Promise<readonly string[]> {
  const axe = new AxeBuilder({ page })
    .include(part)
    // The frame shows a page of somebody else.
    .exclude('iframe[title="Page"]')
    // Of passed rules nothing is read.
    .options({ resultTypes: ['violations'] })
    // Evaluated in the page itself, not in an empty one beside it, which only frames of other origins would need.
    .setLegacyMode();
  const { violations } = await axe.analyze();
  return violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.html).join(' ')}`);
}

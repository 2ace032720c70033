import AxeBuilder from '@axe-core/playwright';
import type { Page } from '@playwright/test';

/** Serious and critical accessibility faults of a part of the window, each with the elements that have it. */
export async function faults(page: Page, part = 'body'): Promise<readonly string[]> {
  // The frame shows a page of somebody else.
  const { violations } = await new AxeBuilder({ page }).include(part).exclude('iframe[title="Page"]').analyze();
  return violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.html).join(' ')}`);
}

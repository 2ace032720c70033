import { faults } from './accessibility-faults';
import { expect, test } from './gleaner-test';

test('an answer is a collapsible tree with the path of each value, and HTML is indented', async ({
  gleaner,
  site,
  page,
}) => {
  await gleaner.toggleFormat('HTML');
  await gleaner.scrapeWell(`${site.url}/article`);
  await gleaner.tab('Response').click();
  await gleaner.answer.getByText('Tree', { exact: true }).click();
  const tree = page.getByRole('list', { name: 'response as a tree' });
  await expect(tree).toContainText('Ships come and go');
  await expect(tree).not.toContainText('statusCode');
  await page.getByRole('button', { name: 'Expand $.data.metadata' }).click();
  await expect(tree).toContainText('statusCode');
  expect(await faults(page, '.answer')).toEqual([]);
  await page.getByRole('button', { name: 'Collapse $.data', exact: true }).click();
  await expect(tree).not.toContainText('Ships come and go');
  await page.getByRole('button', { name: 'Expand $.data', exact: true }).click();
  await page.getByRole('button', { name: 'Expand $.data.metadata' }).click();
  await expect(page.getByRole('button', { name: 'Copy path $.data.metadata.statusCode' })).toBeAttached();
  await gleaner.tab('HTML').click();
  await gleaner.answer.getByText('Indented', { exact: true }).click();
  await expect(gleaner.answer.locator('pre')).toContainText(/\n {2,}<(?:p|h1|article|div)/);
});

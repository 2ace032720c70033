import { expect, it } from 'vitest';
import { plainText } from '../../src-renderer/display/markdown/plain-text';

it('removes the markup of headings, emphasis, links and quotes', () => {
  const markdown =
    '# The *lamp*\n\nA [brass lamp](https://shop.test/lamp) by `Ada`,\nin **oak**.\\\nNew line.\n\n> Quoted\n\n---\n';
  expect(plainText(markdown)).toBe('The lamp\n\nA brass lamp by Ada, in oak.\nNew line.\n\nQuoted\n');
});

it('writes lists with their levels and numbers', () => {
  const markdown = '- One\n- Two\n  - Inner\n- Three\n\n3. Third\n4. Fourth\n\nEnd\n';
  expect(plainText(markdown)).toBe('• One\n• Two\n  • Inner\n• Three\n3. Third\n4. Fourth\n\nEnd\n');
});

it('separates the cells of a table by tabs', () => {
  const markdown = '| Name | Price |\n| --- | ---: |\n| **Lamp** | € 3<br>each |\n';
  expect(plainText(markdown)).toBe('Name\tPrice\nLamp\t€ 3 each\n');
});

it('omits images without a text', () => {
  const markdown = '![](https://shop.test/a.png)\n\n![A lamp](https://shop.test/b.png) on a desk\n';
  expect(plainText(markdown)).toBe('A lamp on a desk\n');
});

it('does not change code', () => {
  expect(plainText('```js\nconst a = "*b*";\n  c();\n```\n')).toBe('const a = "*b*";\n  c();\n');
});

it('is empty for an empty page', () => {
  expect(plainText('')).toBe('');
});

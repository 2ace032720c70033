import { describe, expect, it } from 'vitest';
import { tokensOf } from '../../../../core/page/models/language/token-count';

describe('the estimated tokens of a text', () => {
  // The last two values are the token counts of the GPT-4 and Llama 3 tokenizers.
  it.each([
    ['English', 'The quick kettle of hammered copper boils a litre of water in four minutes.', 16, 16],
    ['Russian', 'Все цены указаны с учётом налога. Новое оборудование поступит в продажу.', 31, 20],
    ['Chinese', '所有价格均含增值税,全国范围内三个工作日内送达。公司表示,新设备将于明年初在全国上市销售。', 45, 34],
    ['Japanese', 'すべての価格には消費税が含まれており、全国三営業日以内に配送されます。', 37, 26],
    ['Korean', '모든 가격에는 부가가치세가 포함되어 있으며 전국 어디서나 영업일 기준 3일 이내에 배송됩니다.', 50, 30],
    [
      'a table',
      '| Name | Price |\n| --- | --- |\n| Copper kettle | 49.90 EUR |\n| Iron pan | 1,249.00 EUR |\n',
      37,
      37,
    ],
    ['JSON', '{"type":"object","properties":{"name":{"type":"string"}},"required":["name"]}', 19, 19],
  ])('%s', (_, text, most, least) => {
    const tokens = tokensOf(text);
    expect(tokens).toBeGreaterThanOrEqual(least * 0.85);
    expect(tokens).toBeLessThanOrEqual(most * 1.35);
  });
});

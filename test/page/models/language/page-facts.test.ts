import { describe, expect, it } from 'vitest';
import { PageFacts } from '../../../../core/page/models/language/page-facts';

const page = `# Gusseisen-Topf **Modell 7**
Preis: 1.299,00 € statt 1 499 €. Rated 4.6 of 5 by 12 345 people, 3.5 million sold. Takes 1 hr 30 min, 15 % off.
Doe, Jane wrote on 5. März 2019. Opened 12/31/2021. [manual](https://shop.example/files/manual.pdf) 価格は2500円です
The pot keeps its heat for hours, because the walls are thick and the lid closes well.`;
const facts = new PageFacts(page);

describe('the facts of a page', () => {
  it.each([
    'Gusseisen-Topf Modell 7',
    'gusseisen topf',
    'Jane Doe',
    '2019-03-05',
    '2021-12-31',
    '価格は2500円',
    '€',
    'PT90M',
    'https://shop.example/files/manual.pdf',
    'The pot keeps heat for hours because walls are thick and lid closes',
  ])('include the text %s', (value) => expect(facts.find(value)).toBeTypeOf('string'));

  it.each([1299, 1499, 4.6, 5, 12345, 3_500_000, 90, 2500, 0.15])('include the number %d', (value) =>
    expect(facts.find(value)).toBeTypeOf('string'),
  );

  it.each([
    'Aluminium-Topf',
    'Jane Smith',
    'Modell 8',
    '2019-04-05',
    '2022-12-31',
    '価格は2600円',
    '$',
    'PT45M',
    'https://evil.example/files/manual.pdf',
    'Jane hours',
    'A pan that loses its heat at once since its walls were made of thin tin foil',
    'The pot keeps heat for 77 hours because walls are thick and lid closes',
  ])('exclude the text %s', (value) => expect(facts.find(value)).toBeUndefined());

  it.each([1300, 12.99, 7.5, 45, 260, 0.16])('exclude the number %d', (value) =>
    expect(facts.find(value)).toBeUndefined(),
  );

  it('return the surrounding words', () => {
    expect(facts.find(1299)).toContain('Preis: 1.299,00 €');
    expect(facts.find('thick and the lid')).toContain('because the walls are thick');
  });
});

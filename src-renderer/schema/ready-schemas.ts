import { t } from '../texts/i18n';
import type { WrittenSchema } from './wanted-fields';

/** A predefined schema that users can start from. */
export interface ReadySchema {
  readonly id: string;
  readonly label: string;
  readonly schema: WrittenSchema;
}

const text = { type: 'string' } as const;
const number = { type: 'number' } as const;
const date = { type: 'string', format: 'date' } as const;
const link = { type: 'string', format: 'uri' } as const;
const listOf = (items: WrittenSchema): WrittenSchema => ({ type: 'array', items });
const described = (schema: WrittenSchema, description: string): WrittenSchema => ({ ...schema, description });
const record = (properties: Readonly<Record<string, WrittenSchema>>): WrittenSchema => ({ type: 'object', properties });

/** Returns predefined schemas for common kinds of pages. */
export const readySchemas = (): readonly ReadySchema[] => [
  {
    id: 'product',
    label: t('extract.product'),
    schema: record({
      name: text,
      price: number,
      currency: described(text, t('extract.currencyHelp')),
      availability: described(text, t('extract.availabilityHelp')),
      brand: text,
      sku: described(text, t('extract.skuHelp')),
      rating: described(number, t('extract.ratingHelp')),
      description: text,
      image: link,
    }),
  },
  {
    id: 'article',
    label: t('extract.article'),
    schema: record({
      title: text,
      author: text,
      datePublished: date,
      dateModified: date,
      section: described(text, t('extract.sectionHelp')),
      summary: text,
      image: link,
    }),
  },
  {
    id: 'event',
    label: t('common.event'),
    schema: record({
      name: text,
      startDate: date,
      endDate: date,
      venue: text,
      address: text,
      organizer: text,
      price: number,
      performers: listOf(text),
    }),
  },
  {
    id: 'recipe',
    label: t('extract.recipe'),
    schema: record({
      name: text,
      author: text,
      ingredients: listOf(text),
      instructions: listOf(described(text, t('extract.stepHelp'))),
      totalTime: described(text, t('extract.totalTimeHelp')),
      servings: text,
      image: link,
    }),
  },
  {
    id: 'contact',
    label: t('extract.contact'),
    schema: record({
      company: text,
      email: text,
      phone: text,
      address: record({ street: text, postalCode: text, city: text, country: text }),
      openingHours: text,
    }),
  },
];

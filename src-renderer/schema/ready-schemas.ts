import type { WrittenSchema } from './wanted-fields';

/** A schema to begin with. */
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

/** Schemas of things many pages are about. */
export const readySchemas: readonly ReadySchema[] = [
  {
    id: 'product',
    label: 'Product',
    schema: record({
      name: text,
      price: number,
      currency: described(text, 'Code of three letters, such as EUR.'),
      availability: described(text, 'In stock, out of stock or on order.'),
      brand: text,
      sku: described(text, 'Number of the article.'),
      rating: described(number, 'Average of the reviews.'),
      description: text,
      image: link,
    }),
  },
  {
    id: 'article',
    label: 'Article',
    schema: record({
      title: text,
      author: text,
      datePublished: date,
      dateModified: date,
      section: described(text, 'Part of the publication.'),
      summary: text,
      image: link,
    }),
  },
  {
    id: 'event',
    label: 'Event',
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
    label: 'Recipe',
    schema: record({
      name: text,
      author: text,
      ingredients: listOf(text),
      instructions: listOf(described(text, 'One step.')),
      totalTime: described(text, 'From start to table.'),
      servings: text,
      image: link,
    }),
  },
  {
    id: 'contact',
    label: 'Contact',
    schema: record({
      company: text,
      email: text,
      phone: text,
      address: record({ street: text, postalCode: text, city: text, country: text }),
      openingHours: text,
    }),
  },
];

import { isObject, type JsonObject } from '../../../common/values/json';
import { namesOf, typesOf } from './json-ld';

/** JSON-LD data about the main subject of a page. */
export interface MainEntity {
  readonly authors: readonly string[];
  /** Publication date as written on the page. */
  readonly published: string | undefined;
  readonly images: readonly string[] | undefined;
  /**
   * True for a creative work, e.g. an article. False for an object of type `WebPage` or similar, whose data is less
   * reliable.
   */
  readonly isWork: boolean;
}

const WORKS =
  /article|blogposting|posting|report|recipe|qapage|question|scholarly|newspost|howto|podcast|videoobject|creativework|book|course/;
const PAGES = /^(webpage|itempage|aboutpage|collectionpage|faqpage|medicalwebpage|profilepage)$/;
const words = (text: unknown): ReadonlySet<string> =>
  new Set(typeof text === 'string' ? (text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []) : []);

function overlap(a: ReadonlySet<string>, b: ReadonlySet<string>): number {
  if (a.size === 0) return 0;
  let shared = 0;
  for (const word of a) if (b.has(word)) shared++;
  return shared / a.size;
}

/**
 * Returns the object with the highest score, which describes the main subject. Creative works, e.g. articles, score
 * higher than web pages. A matching headline, an author and a date increase the score.
 */
export function mainEntity(objects: readonly JsonObject[], title: string): MainEntity | undefined {
  const titleWords = words(title);
  let best: JsonObject | undefined;
  let bestScore = 0;
  let bestIsWork = false;
  for (const object of objects) {
    const types = typesOf(object);
    const isWork = types.some((type) => WORKS.test(type)) && !types.includes('comment') && !types.includes('answer');
    if (!isWork && !types.some((type) => PAGES.test(type))) continue;
    const score =
      (isWork ? 4 : 1) +
      3 * overlap(words(object.headline ?? object.name), titleWords) +
      (object.author === undefined ? 0 : 1) +
      (object.datePublished === undefined && object.dateCreated === undefined ? 0 : 1);
    if (score <= bestScore) continue;
    best = object;
    bestScore = score;
    bestIsWork = isWork;
  }
  if (best === undefined) return undefined;
  return {
    authors: namesOf(best.author ?? best.creator, objects),
    published: textOf(best.datePublished ?? best.dateCreated ?? best.uploadDate),
    images: imagesOf(best.image),
    isWork: bestIsWork,
  };
}

const textOf = (value: unknown): string | undefined => (typeof value === 'string' ? value : undefined);

function imagesOf(value: unknown): readonly string[] | undefined {
  const items = Array.isArray(value) ? value.slice(0, 20) : [value];
  const urls = items
    .map((item) => (isObject(item) ? item.url : item))
    .filter((url): url is string => typeof url === 'string' && /^https?:/.test(url));
  return urls.length === 0 ? undefined : urls;
}

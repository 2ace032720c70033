import { dayInUrl, normalDate } from './dates';
import type { MainEntity } from './main-entity';
import { firstTag, type HeadFacts } from './meta-tags';
import type { Sighting, VisibleFacts } from './visible-facts';

const TAGS = [
  'article:published_time',
  'og:article:published_time',
  'article.published',
  'datepublished',
  'date_published',
  'published_on',
  'publishdate',
  'published',
  'article:publish_date',
  'article:published',
  'parsely-pub-date',
  'sailthru.date',
  'cxenseparse:recs:publishtime',
  'citation_publication_date',
  'citation_date',
  'publish-date',
  'publish_date',
  'pubdate',
  'publication_date',
  'publisheddate',
  'date.published',
  'dc.date.issued',
  'dcterms.issued',
  'dcterms.created',
  'dc.date.created',
  'dc.date',
  'dcterms.date',
  'date',
];
const NEAR = 400;

/** When the page was published: tags and linked data first, then what stands near the headline, then the address. */
export function findPublished(
  head: HeadFacts,
  entity: MainEntity | undefined,
  visible: () => VisibleFacts,
  url: string,
): string | undefined {
  const stated = firstTag(head, ['article:published_time']);
  if (stated !== undefined) return stated;
  if (entity?.isWork && entity.published !== undefined) return entity.published;
  const tag = normalDate(firstTag(head, TAGS));
  if (tag !== undefined) return tag;
  const { itempropDate, times, days } = visible();
  return normalDate(itempropDate) ?? entity?.published ?? nearest(times) ?? nearest(days) ?? dayInUrl(url);
}

function nearest(sightings: readonly Sighting[]): string | undefined {
  for (const { value, distance } of sightings) {
    const date = Number.isNaN(distance) || (distance > -NEAR / 4 && distance < NEAR) ? normalDate(value) : undefined;
    if (date !== undefined) return date;
  }
  return undefined;
}

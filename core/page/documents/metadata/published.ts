import { words } from '../../../common/values/words';
import { type DateStyle, dayInUrl, type FoundDate, readDate, withT } from './dates';
import type { MainEntity } from './main-entity';
import { firstTag, type HeadFacts } from './meta-tags';
import type { Sighting, VisibleFacts } from './visible-facts';

const TAGS = words(`
  article:published_time og:article:published_time article.published datepublished date_published published_on
  publishdate published article:publish_date article:published parsely-pub-date sailthru.date
  cxenseparse:recs:publishtime citation_publication_date citation_date publish-date publish_date pubdate
  publication_date publisheddate date.published dc.date.issued dcterms.issued dcterms.created dc.date.created
  dc.date dcterms.date date
`);
const NEAR = 400;

/** Returns the publication date from meta tags and JSON-LD, else from text near the headline, else from the URL. */
export function findPublished(
  head: HeadFacts,
  entity: MainEntity | undefined,
  visible: () => VisibleFacts,
  { style, url }: { readonly style: DateStyle; readonly url: string },
): FoundDate | undefined {
  const stated = firstTag(head, ['article:published_time']);
  if (stated !== undefined) return { day: withT(stated), text: stated };
  const ofEntity = readDate(entity?.published, style);
  if (entity?.isWork && ofEntity) return ofEntity;
  const tag = readDate(firstTag(head, TAGS), style);
  if (tag) return tag;
  const { itempropDate, times, days } = visible();
  const day = dayInUrl(url);
  return (
    readDate(itempropDate, style) ??
    ofEntity ??
    nearest(times, style) ??
    nearest(days, style) ??
    (day === undefined ? undefined : { day, text: url })
  );
}

function nearest(sightings: readonly Sighting[], style: DateStyle): FoundDate | undefined {
  for (const { value, distance } of sightings) {
    const isNear = Number.isNaN(distance) || (distance > -NEAR / 4 && distance < NEAR);
    const date = isNear ? readDate(value, style) : undefined;
    if (date) return date;
  }
  return undefined;
}

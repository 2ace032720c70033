import type { Element } from 'domhandler';
import { excerptOf, type Sighting } from '../find/sighting';
import type { Evidence } from '../page/evidence';
import { findElement, parentOf, textOf } from '../page/text-of';

/** Matches the names of fields for the URL to which an entry on a link aggregator leads. */
const LINK = /^(?:link|(?:target|outgoing|external|submitted|submission|shared)[ _-]?(?:link|url))$/i;
const DOMAIN = /^(?:(?:link|target|submission)[ _-]?)?domain$/i;
const weight = 0.8;

/**
 * Returns the URL of another site that the headline links to, as on link aggregators. For a field such as `domain`,
 * returns only the host.
 */
export function outgoingLinks(name: string, { view, base }: Evidence): readonly Sighting[] {
  const isDomain = DOMAIN.test(name);
  const { headline } = view;
  if (!headline || !(isDomain || LINK.test(name))) return [];
  const link = linkOf(headline);
  const address = URL.parse(link?.attribs.href ?? '', base);
  if (!link || !address || !/^https?:$/.test(address.protocol) || address.host === URL.parse(base)?.host) return [];
  const raw = isDomain ? address.hostname.replace(/^www\./, '') : address.href;
  return [{ raw, weight, kind: 'attribute', node: link, excerpt: excerptOf(textOf(link)) }];
}

/** Returns the link that contains a headline, or the link at the start of the headline. */
function linkOf(headline: Element): Element | undefined {
  if (parentOf(headline)?.name === 'a') return parentOf(headline);
  const link = headline.name === 'a' ? headline : findElement(headline, ({ name }) => name === 'a');
  return link && textOf(headline).startsWith(textOf(link)) ? link : undefined;
}

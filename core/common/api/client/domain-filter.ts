/** Domains that search results must or must not belong to. A domain also covers its subdomains. */
export interface DomainFilter {
  readonly includeDomains?: readonly string[];
  readonly excludeDomains?: readonly string[];
}

/** Maximum number of domains from each list that are added to a query. Search services reject long queries. */
const maxWritten = 15;

/** Reduces a domain typed by a user to its host name, without scheme, path, port, `*.` or `www.`. */
export const bareDomain = (domain: string): string => {
  const [host = ''] = domain
    .trim()
    .toLowerCase()
    .replace(/^[a-z]{1,10}:\/\//, '')
    .split(/[/:]/, 1);
  return host.replace(/^(?:\*\.|www\.)/, '');
};

/** Adds `site:` operators to the query. Most search services support them. */
export function withDomains(text: string, { includeDomains = [], excludeDomains = [] }: DomainFilter): string {
  const sites = includeDomains.slice(0, maxWritten).map((domain) => `site:${bareDomain(domain)}`);
  const included = sites.length > 1 ? [`(${sites.join(' OR ')})`] : sites;
  const excluded = excludeDomains.slice(0, maxWritten).map((domain) => `-site:${bareDomain(domain)}`);
  return [text, ...included, ...excluded].join(' ');
}

/** True if a URL belongs to no excluded domain and, if any domains are included, to at least one of them. */
export function isOfDomains(url: string, { includeDomains = [], excludeDomains = [] }: DomainFilter): boolean {
  if (!URL.canParse(url)) return includeDomains.length === 0;
  const host = bareDomain(new URL(url).hostname);
  const isOf = (domain: string): boolean => host === bareDomain(domain) || host.endsWith(`.${bareDomain(domain)}`);
  return (includeDomains.length === 0 || includeDomains.some(isOf)) && !excludeDomains.some(isOf);
}

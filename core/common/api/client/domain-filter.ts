/** Domains that results must or must not be of; subdomains are meant, too. */
export interface DomainFilter {
  readonly includeDomains?: readonly string[];
  readonly excludeDomains?: readonly string[];
}

/** Domains written into a query; services refuse long ones. */
const maxWritten = 15;

/** Returns the host of a domain as people write it: without scheme, path, port and `www.`. */
export const bareDomain = (domain: string): string => {
  const [host = ''] = domain
    .trim()
    .toLowerCase()
    .replace(/^[a-z]{1,10}:\/\//, '')
    .split(/[/:]/, 1);
  return host.replace(/^(?:\*\.|www\.)/, '');
};

/** Returns the query with `site:` operators, which most services obey. */
export function withDomains(text: string, { includeDomains = [], excludeDomains = [] }: DomainFilter): string {
  const sites = includeDomains.slice(0, maxWritten).map((domain) => `site:${bareDomain(domain)}`);
  const included = sites.length > 1 ? [`(${sites.join(' OR ')})`] : sites;
  const excluded = excludeDomains.slice(0, maxWritten).map((domain) => `-site:${bareDomain(domain)}`);
  return [text, ...included, ...excluded].join(' ');
}

/** True for a URL that is of an included domain, if any, and of no excluded one. */
export function isOfDomains(url: string, { includeDomains = [], excludeDomains = [] }: DomainFilter): boolean {
  if (!URL.canParse(url)) return includeDomains.length === 0;
  const host = bareDomain(new URL(url).hostname);
  const isOf = (domain: string): boolean => host === bareDomain(domain) || host.endsWith(`.${bareDomain(domain)}`);
  return (includeDomains.length === 0 || includeDomains.some(isOf)) && !excludeDomains.some(isOf);
}

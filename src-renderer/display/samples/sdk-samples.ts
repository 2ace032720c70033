import { t } from '../../texts/i18n';
import { type CodeSample, pythonLiteral } from './sample-parts';

type Body = Readonly<Record<string, unknown>>;

/** Names of the client library methods for a route, and the request field to pass as their first argument. */
interface SdkMethod {
  readonly javascript: string;
  readonly python: string;
  readonly first?: string;
}

const methods: Readonly<Record<string, SdkMethod>> = {
  '/v2/scrape': { javascript: 'scrape', python: 'scrape', first: 'url' },
  '/v2/crawl': { javascript: 'crawl', python: 'crawl', first: 'url' },
  '/v2/batch/scrape': { javascript: 'batchScrape', python: 'batch_scrape', first: 'urls' },
  '/v2/map': { javascript: 'map', python: 'map', first: 'url' },
  '/v2/search': { javascript: 'search', python: 'search', first: 'query' },
  '/v2/extract': { javascript: 'extract', python: 'extract' },
  '/v2/agent': { javascript: 'agent', python: 'agent' },
};

/** Fields of a batch request that are not page options. */
const ofBatch = new Set(['webhook', 'appendToId', 'ignoreInvalidURLs', 'maxConcurrency', 'zeroDataRetention']);

/** Returns the options for the npm client, in which the page options of a batch are nested in `options`. */
function javascriptOptions(path: string, rest: Body): Body {
  if (path !== '/v2/batch/scrape') return rest;
  const pages = Object.entries(rest).filter(([name]) => !ofBatch.has(name));
  const others = Object.entries(rest).filter(([name]) => ofBatch.has(name));
  return { ...(pages.length ? { options: Object.fromEntries(pages) } : {}), ...Object.fromEntries(others) };
}

function javascript(baseUrl: string, path: string, { javascript: name, first }: SdkMethod, body: Body): string {
  const { [first ?? '']: argument, ...rest } = body;
  const options = javascriptOptions(path, rest);
  const args = [...(first ? [argument] : []), ...(Object.keys(options).length ? [options] : [])];
  const list = args.map((value) => JSON.stringify(value, undefined, 2)).join(', ');
  return `// npm install firecrawl
import { Firecrawl } from 'firecrawl';

const gleaner = new Firecrawl({
  apiKey: process.env.GLEANER_API_KEY,
  apiUrl: ${JSON.stringify(baseUrl)},
});
console.log(await gleaner.${name}(${list}));`;
}

const snakeCase = (name: string): string =>
  name
    .replace(/([a-z0-9])([A-Z])/g, '$1_$2')
    .replace(/([A-Z])([A-Z][a-z])/g, '$1_$2')
    .toLowerCase();

/**
 * Converts a value for the Python client. Option names become snake case. Keys in schemas and headers stay unchanged.
 */
const pythonValue = (name: string, value: unknown): unknown =>
  name === 'scrapeOptions' && value !== null && typeof value === 'object'
    ? Object.fromEntries(Object.entries(value).map(([key, part]) => [snakeCase(key), part]))
    : value;

function python(baseUrl: string, { python: name, first }: SdkMethod, body: Body): string {
  const args = Object.entries(body)
    .toSorted(([one], [other]) => Number(other === first) - Number(one === first))
    .map(([key, value]) => {
      const literal = pythonLiteral(pythonValue(key, value), '    ');
      return key === first ? `    ${literal},` : `    ${snakeCase(key)}=${literal},`;
    });
  return `# pip install firecrawl-py
import os

from firecrawl import Firecrawl

gleaner = Firecrawl(
    api_key=os.environ["GLEANER_API_KEY"],
    api_url=${JSON.stringify(baseUrl)},
)
print(gleaner.${name}(
${args.join('\n')}
))`;
}

/**
 * Returns code for the npm and PyPI clients that work with Gleaner's v2 API. Empty for routes that these clients do not
 * support.
 */
export function sdkSamples(baseUrl: string, path: string, body: Body): readonly CodeSample[] {
  const method = methods[path];
  if (!method) return [];
  return [
    { id: 'npm', label: t('developers.npmClient'), code: javascript(baseUrl, path, method, body) },
    { id: 'pypi', label: t('developers.pythonClient'), code: python(baseUrl, method, body) },
  ];
}

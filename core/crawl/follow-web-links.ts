import type { Hooks } from '../hooks';

/** Drops links that lead to no web page before a crawl looks at them. */
export function followWebLinks(hooks: Hooks): void {
  hooks.discovered.tap('web links', (links) => links.filter((link) => /^https?:/i.test(link)));
}

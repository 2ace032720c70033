import type { PromptText } from './prompt-text';

/** Boolean and enum options of a crawl, in the form used in a request. */
export type FlagOptions = Readonly<Record<string, boolean | string>>;

const no =
  "(?:no|not|don['’]t|do not|never|without|exclud(?:e|ing)|ignor(?:e|ing)|skip(?:ping)?|kein(?:e|en)?|nicht|ohne|sans|pas de|sin|senza|geen|zonder)";
const between = '(?:\\s+[\\p{L}]+){0,4}?\\s+';
const of = (source: string): RegExp => new RegExp(`(?<![\\p{L}])(?:${source})(?![\\p{L}])`, 'iu');

const subdomains = '(?:sub-?domains?|sous-domaines?|subdominios?|sottodomini|subdomeinen)';
const external =
  '(?:external\\s+(?:links?|sites?|pages?|domains?)|other\\s+(?:sites|websites|domains)|externe[nr]?\\s+(?:links?|seiten|liens)|fremde[nr]?\\s+seiten|liens\\s+externes|enlaces\\s+externos|link\\s+esterni|externe\\s+links)';
const sitemap = '(?:the\\s+|die\\s+|le\\s+|la\\s+|el\\s+|de\\s+)?site-?maps?(?:\\.xml)?';
const query =
  "(?:query\\s+(?:parameters?|strings?)|url\\s+parameters?|abfrageparameter|paramètres\\s+d[e’']\\s*(?:requête|url)|parámetros)";

/** Phrases, each with the option that it sets. The first match wins, so negated forms come first. */
const phrases: readonly (readonly [phrase: RegExp, option: string, value: boolean | string])[] = [
  [
    of(
      `(?:only|just)\\s+(?:(?:use|from|the|pages|urls|in|of)\\s+)*${sitemap}|${sitemap}\\s+only|nur\\s+(?:(?:seiten|aus|der|die)\\s+)*${sitemap}`,
    ),
    'sitemap',
    'only',
  ],
  [of(`${no}${between}${sitemap}|${no}\\s+${sitemap}`), 'sitemap', 'skip'],
  [of(`(?:use|using|with|from|read|via|mit|avec|con|met)\\s+${sitemap}`), 'sitemap', 'include'],
  [of(`${no}(?:${between}|\\s+)${subdomains}`), 'allowSubdomains', false],
  [
    of(`(?:(?:and|including|include|also|with|follow|all|its|the|und|auch|mit|et|y|e|en)\\s+)*${subdomains}`),
    'allowSubdomains',
    true,
  ],
  [
    of(
      `${no}(?:${between}|\\s+)${external}|(?:stay|remain|keep)\\s+(?:on|within|to|in)\\s+(?:the|this)\\s+(?:same\\s+)?(?:site|domain|website)`,
    ),
    'allowExternalLinks',
    false,
  ],
  [
    of(`(?:(?:and|including|include|also|with|follow|to|links|und|auch|folge)\\s+)*${external}`),
    'allowExternalLinks',
    true,
  ],
  [of(`${no}(?:${between}|\\s+)${query}`), 'ignoreQueryParameters', true],
  [
    of(
      '(?:the\\s+)?(?:entire|whole|complete|full)\\s+(?:site|website|web\\s+site|domain)|everything\\s+(?:on|of|from)\\s+(?:the|this)\\s+(?:site|website|domain)|all\\s+(?:the\\s+)?pages\\s+(?:on|of|from)\\s+(?:the|this)\\s+(?:site|website|domain)|(?:die\\s+)?(?:ganze|gesamte|komplette)\\s+(?:website|webseite|domain|seite)|tout\\s+le\\s+site|(?:le\\s+)?site\\s+entier|todo\\s+el\\s+sitio|tutto\\s+il\\s+sito|(?:de\\s+)?hele\\s+(?:web)?site',
    ),
    'crawlEntireDomain',
    true,
  ],
];

/** Returns the options that are set by phrases in a prompt. */
export function readFlags(text: PromptText): FlagOptions {
  const options: Record<string, boolean | string> = {};
  for (const [phrase, option, value] of phrases) {
    if (!(option in options) && text.take(phrase)) options[option] = value;
  }
  return options;
}

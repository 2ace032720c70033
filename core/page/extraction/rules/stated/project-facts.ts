import { inLines } from '../find/in-lines';
import { excerptOf, type Sighting } from '../find/sighting';
import type { Evidence } from '../page/evidence';
import { flag } from '../page/flags';
import { wordsOfAttributes } from '../page/hints';
import { findElements, textOf } from '../page/text-of';

const NAMED =
  /(?<![\w-])((?:MIT|ISC|Apache(?:[- ]2\.0)?|BSD(?:[- ]\d(?:-Clause)?)?|[AL]?GPL(?:[- ]?v?\d(?:\.\d)?)?(?:-only|-or-later)?|MPL(?:[- ]2\.0)?|EUPL|Unlicense|CC0)(?:[- ]\d\.\d)?)[ -](?:licen[cs]ed?|lizenz|licencia|licenza|licença|licentie|licencja|licens)(?!\p{L})/iu;

/** Returns the license in the copyright line of a software project, e.g. `© 2024 The Authors, MIT license`. */
export const licensesOfCopyright = (evidence: Evidence): readonly Sighting[] =>
  inLines(evidence, { maxChars: 200, away: 0, needs: /©|\(c\)|copyright|released|licensed/iu, weight: 0.42 }, NAMED);

const VERSION = /^v?\d+\.\d+(?:\.\d+)*(?:-[\w.]+)?$/;
const maxVersion = 20;

/** Returns versions that are the entire text of an element with a class such as `version`. */
export const versionsByClass = ({ view }: Evidence): readonly Sighting[] =>
  view.hinted
    .filter(({ words, chars, flags }) => / version /.test(words) && chars <= maxVersion && !(flags & flag.related))
    .flatMap(({ node }): readonly Sighting[] => {
      const raw = textOf(node);
      return VERSION.test(raw) ? [{ raw, weight: 0.36, kind: 'attribute', node, excerpt: raw }] : [];
    });

const REPOSITORY = /^(?:source[ _-]?)?(?:code[ _-]?)?(?:repository|repo)(?:[ _-]?(?:url|link))?$/i;
const NAMES = / (?:repository|repo|source code) /;
const PROJECT = /^[\w.-]+\/[\w.-]+$/;
const maxLinks = 400;

/** Returns the repository of a software project, from a link whose tooltip or accessible name mentions a repository. */
export function repositories(name: string, { document, base }: Evidence): readonly Sighting[] {
  if (!REPOSITORY.test(name)) return [];
  const links = findElements(document, (node) => node.name === 'a' && node.attribs.href !== undefined, maxLinks);
  const link = links.find((node) =>
    NAMES.test(
      `${wordsOfAttributes({ 'aria-label': `${node.attribs.title ?? ''} ${node.attribs['aria-label'] ?? ''}` })}`,
    ),
  );
  if (!link) return [];
  const [project] = findElements(link, (node) => PROJECT.test(textOf(node)), 1);
  const raw =
    project && !/url|link/i.test(name) ? textOf(project) : (URL.parse(link.attribs.href ?? '', base)?.href ?? '');
  return raw === '' ? [] : [{ raw, weight: 0.5, kind: 'attribute', node: link, excerpt: excerptOf(raw) }];
}

/** Returns the texts of links with `rel=license`. */
export const linkedLicenses = ({ document, view }: Evidence): readonly Sighting[] =>
  findElements(
    document,
    ({ name, attribs }) => name === 'a' && /(?:^|\s)license(?:\s|$)/.test(attribs.rel ?? ''),
    5,
  ).flatMap((node): readonly Sighting[] => {
    const raw = textOf(node);
    const isAway = ((view.lines[view.firstLine.get(node) ?? 0]?.flags ?? 0) & (flag.related | flag.review)) !== 0;
    return raw === '' || raw.length > 80 || isAway
      ? []
      : [{ raw, weight: 0.55, kind: 'attribute', node, excerpt: excerptOf(raw) }];
  });

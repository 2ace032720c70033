import { bareHost } from '../../../common/url-identity';
import { languageNames } from './languages';
import type { PromptText } from './prompt-text';
import { sections } from './sections';

/** Path options derived from a prompt. */
export interface PathOptions {
  readonly includePaths?: readonly string[];
  readonly excludePaths?: readonly string[];
  /** True when a requested path is not below the start page. */
  readonly crawlEntireDomain?: true;
}

/** Path options, and remarks for the caller. */
export interface ReadPaths {
  readonly options: PathOptions;
  readonly remarks: readonly string[];
}

/** A section of a site: a fixed path prefix, a folder at any depth, or a string anywhere in the path. */
interface Part {
  readonly kind: 'beginning' | 'folder' | 'text';
  readonly pattern: string;
  readonly isExclusion: boolean;
}

const end = '(?:/|$)';
const region = '(?:[-_][a-zA-Z]{2})?';
const of = (source: string): RegExp => new RegExp(`(?<![\\p{L}\\p{N}/.-])(?:${source})(?![\\p{L}\\p{N}])`, 'iu');

const sectionPatterns = sections.map(({ called, folder }) => ({ called: of(called), folder: `(?:${folder})` }));
const path = /(?<![\w./:])(\/[\p{L}\p{N}_~%+*-](?:[\p{L}\p{N}_./~%+*-]*[\p{L}\p{N}_~%+*/-])?)/iu;
const named =
  /(?<![\p{L}\p{N}_-])(?:the\s+)?(?!(?:the|this|that|each|every|any|one|no|whole)\s)["'“‘]?([\p{L}\p{N}_-]+)["'”’]?\s+(?:section|folder|directory|subfolder)(?!\p{L})/iu;
const containing =
  /(?<!\p{L})(?:urls?|paths?|address(?:es)?|links?)\s+(?:that\s+|which\s+)?(?:contain(?:s|ing)?|with|includ(?:es?|ing)|have|having)\s+["'“‘]?([\p{L}\p{N}_/-]+)["'”’]?/iu;
const pdfs = of('(?:the\\s+)?pdfs?(?:[\\s-]+(?:files?|documents?|dateien))?');

/** Returns the path options found in a prompt about the site of `url`. */
export function readPaths(text: PromptText, url: string): ReadPaths {
  const languages = readLanguages(text);
  const parts = [...readAddresses(text, url), ...readWords(text)];
  const wanted = parts.filter(({ isExclusion }) => !isExclusion);
  const unwanted = [...languages, ...parts].filter(({ isExclusion }) => isExclusion);
  const spoken = languages.filter(({ isExclusion }) => !isExclusion);
  const include = combine(spoken, wanted);
  const exclude = unwanted.map(patternOf);
  const start = new URL(url).pathname;
  const own = `^${quoted(start.replace(/\/$/, ''))}`;
  const isBelow = (pattern: string) => pattern.startsWith(`${own}/`) || pattern.startsWith(own + end);
  const isElsewhere = wanted.some(({ kind, pattern }) => kind === 'beginning' && !isBelow(pattern));
  return {
    options: {
      ...(include.length > 0 ? { includePaths: [...new Set(include)] } : {}),
      ...(exclude.length > 0 ? { excludePaths: [...new Set(exclude)] } : {}),
      ...(isElsewhere ? { crawlEntireDomain: true } : {}),
    },
    remarks: [
      ...(languages.length > 0
        ? [
            'Languages are recognized by the start of the path, e.g. `/de/`; set `includePaths` if the site is organized differently.',
          ]
        : []),
      ...(parts.some(({ kind }) => kind === 'folder')
        ? ['Sections of the site are recognized by common folder names; check `includePaths` and `excludePaths`.']
        : []),
    ],
  };
}

/** Combines each language with each section. If one of the lists is empty, returns the patterns of the other list. */
function combine(languages: readonly Part[], parts: readonly Part[]): readonly string[] {
  if (languages.length === 0 || parts.length === 0) return [...languages, ...parts].map(patternOf);
  return languages.flatMap(({ pattern }) => parts.map((part) => pattern.replace(end, '/') + within(part)));
}

const patternOf = ({ kind, pattern }: Part): string => (kind === 'folder' ? `/${pattern}${end}` : pattern);

/** Returns the pattern for a section below a language prefix. */
function within({ kind, pattern }: Part): string {
  if (kind === 'folder') return `(?:.*/)?${pattern}${end}`;
  return kind === 'beginning' ? pattern.replace('^/', '') : `.*${pattern}`;
}

function readLanguages(text: PromptText): readonly Part[] {
  return languageNames().flatMap(({ code, mentioned }) =>
    text.takeAll(mentioned).map(({ index }): Part => {
      return { kind: 'beginning', pattern: `^/${code}${region}${end}`, isExclusion: text.isExclusion(index) };
    }),
  );
}

/** Extracts URLs and paths from a prompt. URLs on other sites remain in the text and are reported as not understood. */
function readAddresses(text: PromptText, url: string): readonly Part[] {
  const site = new URL(url);
  const parts: Part[] = [];
  const add = (pathname: string, index: number): void => {
    const pattern = pathPattern(pathname);
    if (pattern) parts.push({ kind: 'beginning', pattern, isExclusion: text.isExclusion(index) });
  };
  const own = new RegExp(
    `https?://(?:www\\.)?${quoted(bareHost(site.hostname))}${site.port ? `:${site.port}` : ''}(/[^\\s,;"'<>()]*)?(?=[\\s,;"'<>()]|$)`,
    'iu',
  );
  for (const { index, groups } of text.takeAll(own)) {
    const pathname = (groups[0] ?? '/').replace(/[.!?]$/, '');
    if (pathname.replace(/\/$/, '') !== site.pathname.replace(/\/$/, '')) add(pathname, index);
  }
  for (const { index, groups } of text.takeAll(path)) add(groups[0] ?? '', index);
  return parts;
}

function pathPattern(pathname: string): string | undefined {
  const bare = pathname.replace(/[?#].*/s, '').replace(/\/?(?<!\*)\**\/?$/, '');
  if (bare === '') return undefined;
  const wild = bare.split('**').map((piece) => piece.split('*').map(quoted).join('[^/]*'));
  return `^${wild.join('.*')}${end}`;
}

const quoted = (text: string): string => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');

function readWords(text: PromptText): readonly Part[] {
  const parts: Part[] = [];
  for (const { index, groups } of text.takeAll(containing)) {
    parts.push({ kind: 'text', pattern: quoted(groups[0] ?? ''), isExclusion: text.isExclusion(index) });
  }
  for (const { called, folder } of sectionPatterns) {
    for (const { index } of text.takeAll(called)) {
      parts.push({ kind: 'folder', pattern: folder, isExclusion: text.isExclusion(index) });
    }
  }
  for (const { index, groups } of text.takeAll(named)) {
    const folder = quoted((groups[0] ?? '').toLowerCase());
    parts.push({ kind: 'folder', pattern: folder, isExclusion: text.isExclusion(index) });
  }
  // PDFs can only be excluded, because a crawl limited to PDFs would skip the pages that link to them.
  const pdf = text.take(pdfs, (index) => text.isExclusion(index));
  if (pdf) parts.push({ kind: 'text', pattern: '\\.[pP][dD][fF]$', isExclusion: true });
  return parts;
}

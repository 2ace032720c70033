import { excerptOf, type Sighting } from '../find/sighting';
import type { Evidence } from '../page/evidence';
import { flag, OUTSIDE } from '../page/flags';
import type { Line } from '../page/view';
import { parseDay } from '../values/dates';

/** Matches a release heading in a changelog, e.g. `[4.2.0] - 2024-02-19`. */
const RELEASE =
  /^(?:(?!.{0,40}\b(?:since|from|to|seit|von|depuis|desde|dalla?|od|sedan)\s)\p{L}[\p{L} -]{0,20}\s)?\[?v?(\d{1,4}\.\d{1,4}(?:\.\d{1,6})?(?:-[\w.]+)?)\]?(?:\s.{0,40})?$/u;
const CHANGES =
  /change ?log|release|history|versions?(?!\p{L})|änderungen|versionen|historique|cambios|novità|alterações|wijzigingen|zmiany|ändringar/iu;

/**
 * Returns the first heading with a version, if the page lists at least two versions or has a title such as `Changelog`.
 */
function latestOf({ view, title }: Evidence): Line | undefined {
  const headings = view.lines.filter(
    ({ text, flags }) => flags & flag.heading && !(flags & (OUTSIDE | flag.headline)) && RELEASE.test(text),
  );
  return headings.length > 1 || CHANGES.test(title) ? headings[0] : undefined;
}

/** Returns the version or the date of the latest release in a changelog, which is the first release on the page. */
export function latestRelease(evidence: Evidence, part: 'version' | 'day'): readonly Sighting[] {
  const line = evidence.once(latestOf);
  const [, version = ''] = RELEASE.exec(line?.text ?? '') ?? [];
  const rest = line?.text.slice(line.text.indexOf(version) + version.length) ?? '';
  const raw = part === 'version' ? version : parseDay(rest, evidence.place.dates);
  return !line || !raw ? [] : [{ raw, weight: 0.45, kind: 'heading', node: line.node, excerpt: excerptOf(line.text) }];
}

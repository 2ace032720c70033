import type { getDocumentProxy } from 'unpdf';
import { escapeHtml } from '../../../core/contract/plugin';
import { type Annotation, fieldRuns } from './form-fields';
import { joinLetters } from './spaced-letters';

/** An open PDF. */
export type Pdf = Awaited<ReturnType<typeof getDocumentProxy>>;

/** A page of an open PDF. */
export type PdfPage = Awaited<ReturnType<Pdf['getPage']>>;

/** A text run as displayed. `x` is measured from the left edge of the page, `y` from the bottom. */
export interface Run {
  readonly text: string;
  readonly x: number;
  readonly y: number;
  readonly width: number;
  /** Font size. */
  readonly size: number;
  /** Index of the run on its page, in drawing order. */
  readonly order: number;
  /** True for a monospaced font, as used for code. */
  readonly mono: boolean;
  /** True for right-to-left text. */
  readonly rtl: boolean;
  /** True for rotated text. */
  readonly turned: boolean;
  /**
   * True for an artifact, i.e. text marked as not belonging to the content, such as running headers and page numbers.
   */
  readonly artifact: boolean;
  /** ID of the run's marked content, in tagged files. */
  readonly mark: string | undefined;
  /** URL of the link that covers the run, if any. */
  readonly href: string | undefined;
  /** The page's original runs, if this run was joined from several of them. */
  readonly parts?: readonly Run[];
}

interface Area {
  readonly href: string;
  readonly left: number;
  readonly right: number;
  readonly bottom: number;
  readonly top: number;
}

type Matrix = readonly number[];
type View = ReturnType<PdfPage['getViewport']>;
type TextItems = Awaited<ReturnType<PdfPage['getTextContent']>>;
type TextItem = Extract<TextItems['items'][number], { readonly str: string }>;

/** Returns all text runs of a page in drawing order, as displayed (with rotation and cropping applied). */
export async function pageRuns(page: PdfPage): Promise<readonly Run[]> {
  const view = page.getViewport({ scale: 1 });
  const annotations = (await page.getAnnotations()) as readonly Annotation[];
  const areas = linkAreas(annotations, view);
  const { items, styles } = await page.getTextContent({ includeMarkedContent: true });
  const marks: { readonly id?: string; readonly artifact: boolean }[] = [];
  const runs: Run[] = [];
  for (const item of items) {
    const outer = marks[marks.length - 1];
    if (!('str' in item)) {
      if (item.type === 'endMarkedContent') marks.pop();
      else marks.push({ id: item.id ?? outer?.id, artifact: outer?.artifact === true || isArtifact(item) });
      continue;
    }
    if (item.str === '') continue;
    const place = placeOf(item, view);
    runs.push({
      ...place,
      text: plainLetters(item.str),
      order: runs.length,
      mono: styles[item.fontName]?.fontFamily === 'monospace',
      rtl: item.dir === 'rtl',
      artifact: outer?.artifact === true,
      mark: outer?.id,
      href: linkAt(areas, place),
    });
  }
  const words = joinLetters(runs, sameLine);
  return [...words, ...fieldRuns(annotations, (x, y) => pointOf(x, y, view), words)];
}

/** Matches ligatures and presentation forms of Arabic and Hebrew letters. */
const PRESENTATION_FORMS = /[\ufb00-\ufdff\ufe70-\ufefc]+/g;

const plainLetters = (text: string): string => text.replace(PRESENTATION_FORMS, (letters) => letters.normalize('NFKC'));

const isArtifact = (item: object): boolean => 'tag' in item && item.tag === 'Artifact';

/** Returns the position of a text item on the displayed page. */
function placeOf({ transform, width, height }: TextItem, view: View) {
  const [a = 0, b = 0, , , x = 0, y = 0] = transform as Matrix;
  const [va = 1, vb = 0, vc = 0, vd = -1] = view.transform as Matrix;
  const along = va * a + vc * b;
  const across = vb * a + vd * b;
  const turned = along <= 0 || Math.abs(across) > along * 0.1;
  return { ...pointOf(x, y, view), width, size: Math.hypot(a, b) || height, turned };
}

/** Converts a point from file coordinates to coordinates on the displayed page, with `y` measured from the bottom. */
function pointOf(x: number, y: number, view: View): { readonly x: number; readonly y: number } {
  const [a = 1, b = 0, c = 0, d = -1, e = 0, f = 0] = view.transform as Matrix;
  return { x: a * x + c * y + e, y: view.height - (b * x + d * y + f) };
}

function linkAreas(annotations: readonly Annotation[], view: View): readonly Area[] {
  return annotations.flatMap(({ url, rect }) => {
    if (url === undefined || rect?.length !== 4) return [];
    const [x1 = 0, y1 = 0, x2 = 0, y2 = 0] = rect;
    const [a, b] = [pointOf(x1, y1, view), pointOf(x2, y2, view)];
    const [left, right] = [Math.min(a.x, b.x), Math.max(a.x, b.x)];
    return [{ href: url, left, right, bottom: Math.min(a.y, b.y), top: Math.max(a.y, b.y) }];
  });
}

function linkAt(
  areas: readonly Area[],
  run: { readonly x: number; readonly y: number; readonly width: number; readonly size: number },
): string | undefined {
  const x = run.x + run.width / 2;
  const y = run.y + run.size / 3;
  return areas.find((area) => x >= area.left && x <= area.right && y >= area.bottom && y <= area.top)?.href;
}

/** Converts runs to HTML. Adds spaces between lines and at gaps, and rejoins hyphenated words. */
export function runsHtml(runs: readonly Run[]): string {
  let html = '';
  let href: string | undefined;
  let previous: Run | undefined;
  for (const run of runs) {
    const apart = previous !== undefined && isApart(previous, run);
    const newLine = previous !== undefined && !sameLine(previous, run);
    if (run.href !== href) {
      if (href !== undefined) html += '</a>';
      if (apart) html = `${html.trimEnd()} `;
      if (run.href !== undefined) html += `<a href="${escapeHtml(run.href)}">`;
      href = run.href;
    } else if (newLine && /\p{L}[-\u00ad]$/u.test(html) && /^\p{Ll}/u.test(run.text)) html = html.slice(0, -1);
    else if (apart && !html.endsWith(' ')) html += ' ';
    html += escapeHtml(run.text.replace(/\s+/g, ' '));
    previous = run;
  }
  return (href === undefined ? html : `${html}</a>`)
    .replace(/(?: ?\. ?){5,}/g, ' … ')
    .replace(/ {2,}/g, ' ')
    .trim();
}

/** Converts runs to plain text. */
export const runsText = (runs: readonly Run[]): string =>
  runs
    .map((run) => run.text)
    .join('')
    .replace(/\s+/g, ' ')
    .trim();

/** True when both runs are on the same line. */
export const sameLine = (a: Run, b: Run): boolean => Math.abs(a.y - b.y) < Math.max(a.size, b.size) * 0.45;

function isApart(a: Run, b: Run): boolean {
  const least = Math.max(a.size, b.size) * 0.15;
  if (sameLine(a, b) && (a.rtl || b.rtl) && b.x < a.x) return a.x - (b.x + b.width) > least;
  // A run that starts to the left of the previous run's end also begins a new line. Such a run is in the next column,
  // or at the same height on the next page.
  if (!sameLine(a, b) || b.x < a.x + a.width - a.size) return true;
  return b.x - (a.x + a.width) > least;
}

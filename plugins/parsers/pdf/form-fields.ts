/** A page annotation (a link or a form field), with the properties that the parser uses. */
export interface Annotation {
  readonly url?: string;
  readonly rect?: readonly number[];
  readonly fieldType?: string;
  readonly fieldValue?: unknown;
  /** Options of a choice field. Viewers show the display value, and the field stores the export value. */
  readonly options?: readonly { readonly exportValue?: unknown; readonly displayValue?: unknown }[];
  readonly exportValue?: unknown;
  readonly buttonValue?: unknown;
  readonly checkBox?: boolean;
  readonly radioButton?: boolean;
  readonly password?: boolean;
  readonly hidden?: boolean;
  readonly noView?: boolean;
}

/** A text run near a form field, with the properties that the parser uses. */
interface Neighbour extends Place {
  readonly text: string;
  readonly turned: boolean;
}

interface Place {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly size: number;
}

const MAX_SIZE = 12;
const RTL_LETTER = /[\u0590-\u08ff]/;

/** Returns the values of form fields as text runs, each placed after its label. Skips passwords and hidden fields. */
export function fieldRuns(
  annotations: readonly Annotation[],
  pointOf: (x: number, y: number) => { readonly x: number; readonly y: number },
  runs: readonly Neighbour[],
) {
  return annotations
    .filter(({ hidden, noView, password }) => !hidden && !noView && !password)
    .flatMap((annotation) => {
      const text = valueText(annotation);
      const { rect } = annotation;
      if (text === '' || rect?.length !== 4) return [];
      const [x1 = 0, y1 = 0, x2 = 0, y2 = 0] = rect;
      const [a, b] = [pointOf(x1, y1), pointOf(x2, y2)];
      const height = Math.abs(a.y - b.y);
      const size = Math.min(MAX_SIZE, height * 0.7);
      const isTall = height > 2.5 * size;
      const y = isTall ? Math.max(a.y, b.y) - size : Math.min(a.y, b.y) + (height - size) / 2 + size * 0.2;
      const width = Math.min(Math.abs(a.x - b.x), text.length * size * 0.5);
      return [{ text, y, width, size, ...besideLabel({ x: Math.min(a.x, b.x), y, width, size }, runs) }];
    })
    .map((run, at) => ({
      ...run,
      order: runs.length + at,
      mono: false,
      rtl: RTL_LETTER.test(run.text),
      turned: false,
      artifact: false,
      mark: undefined,
      href: undefined,
    }));
}

/**
 * Moves a field next to the label on its left, unless text follows the field directly. This prevents the labels and
 * fields of a form from being mistaken for two columns.
 */
function besideLabel(place: Place, runs: readonly Neighbour[]): { readonly x: number } {
  const { x, y, width, size } = place;
  const line = runs.filter((run) => !run.turned && Math.abs(run.y - y) < Math.max(run.size, size) * 0.45);
  const isBeforeText = line.some((run) => run.x >= x && run.x < x + width + 2 * size);
  const left = line.filter((run) => run.text.trim() !== '' && run.x + run.width <= x + size);
  const right = Math.max(...left.map((run) => run.x + run.width));
  return { x: isBeforeText || left.length === 0 ? x : right + size * 0.5 };
}

/** Returns the value of a field as displayed. Empty for buttons and blank fields. */
function valueText(annotation: Annotation): string {
  const { fieldType, fieldValue, exportValue, buttonValue, checkBox, radioButton, options = [] } = annotation;
  if (checkBox === true) return fieldValue === exportValue ? '☑' : '☐';
  if (radioButton === true) return fieldValue === buttonValue ? '☑' : '☐';
  if (fieldType !== 'Tx' && fieldType !== 'Ch') return '';
  const values = Array.isArray(fieldValue) ? fieldValue : [fieldValue];
  return values
    .map((value) => options.find((option) => option.exportValue === value)?.displayValue ?? value)
    .filter((value) => typeof value === 'string')
    .join(', ')
    .replace(/\s+/g, ' ')
    .trim();
}

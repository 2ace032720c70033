import { dateFromSerial, format, getFormatDateInfo, getFormatFromId, isDateFormat } from 'numfmt';
import { readXml } from './xml';

/** Number formats in a workbook. */
export interface CellStyles {
  readonly formats: readonly string[];
  /** Offset of the workbook's date system from the 1900 date system, in days. */
  readonly daysLater: number;
}

const DAYS_TO_1904 = 1462;
const GENERAL = 'General';
/** Number of significant digits that Excel stores. */
const PRECISION = 15;

/** Reads the number formats for cell styles from `styles.xml`. */
export function readStyles(xml: string, since1904: boolean): CellStyles {
  const own = new Map<string, string>();
  const formats: string[] = [];
  let isCellStyle = false;
  readXml(xml, {
    open: (tag, { numFmtId = '0', formatCode = '' }) => {
      if (tag === 'numFmt') own.set(numFmtId, formatCode);
      if (tag === 'cellXfs') isCellStyle = true;
      if (tag === 'xf' && isCellStyle) formats.push(own.get(numFmtId) ?? getFormatFromId(Number(numFmtId)) ?? GENERAL);
    },
    close: (tag) => {
      if (tag === 'cellXfs') isCellStyle = false;
    },
  });
  return { formats, daysLater: since1904 ? DAYS_TO_1904 : 0 };
}

/**
 * Formats a number as displayed in Excel. Dates are formatted in ISO 8601, because the order of day and month in Excel
 * depends on the locale.
 */
export function numberText(written: string, style: number, { formats, daysLater }: CellStyles): string {
  const value = Number(written);
  const pattern = formats[style] ?? GENERAL;
  if (!Number.isFinite(value)) return written;
  if (/^general$/i.test(pattern)) return String(Number(value.toPrecision(PRECISION)));
  if (!isDateFormat(pattern)) return shown(pattern, value);
  const { year, month, day, hours, minutes, seconds } = getFormatDateInfo(pattern);
  // `getFormatDateInfo` reports the minutes in `mm:ss.0` as a month, so the month is not checked.
  const isTime = !year && !day && (hours || minutes || seconds);
  if (isTime) return timeText(pattern, value);
  const serial = value + daysLater;
  return year && month && day ? isoDate(serial, hours) : shown(pattern, serial);
}

const LITERAL = /"[^"]*"|\\./gs;

/** Splits a number format into its sections at semicolons. Ignores semicolons in literal text. */
const sectionsOf = (pattern: string): readonly string[] =>
  pattern
    .replace(LITERAL, (literal) => literal.replaceAll(';', '\0'))
    .split(';')
    .map((section) => section.replaceAll('\0', ';'));

/** Formats a time of day or a duration. The value may be negative and does not depend on the date system. */
function timeText(pattern: string, value: number): string {
  if (value >= 0) return shown(pattern, value);
  const [first = pattern, negative] = sectionsOf(pattern);
  return negative === undefined || negative.includes('@') ? `-${shown(first, -value)}` : shown(negative, -value);
}

function shown(pattern: string, value: number): string {
  try {
    return format(pattern, value).trim();
  } catch {
    return String(value);
  }
}

/** Formats a date. Includes the time if the format or the value contains a time. */
function isoDate(serial: number, hasTime: boolean): string {
  const parts = dateFromSerial(serial);
  if (parts === null) return String(serial);
  const [year, ...rest] = parts;
  const [month, day, hours, minutes, seconds] = rest.map((part) => String(part).padStart(2, '0'));
  const date = `${String(year).padStart(4, '0')}-${month}-${day}`;
  const time = `${hours}:${minutes}${seconds === '00' ? '' : `:${seconds}`}`;
  return hasTime || (time !== '00:00' && serial % 1 !== 0) ? `${date} ${time}` : date;
}

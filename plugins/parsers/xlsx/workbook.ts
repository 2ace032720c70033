import { brokenDocument, type ZipArchive } from '../../../core/contract/plugin';
import { type CellStyles, readStyles } from './cell-text';
import { MAX_CELLS } from './max-cells';
import { readSheet, type Sheet } from './sheet';
import { readXml } from './xml';

const MAX_XML_CHARS = 200_000_000;

/** Visible sheets of a workbook, and the names of hidden and damaged sheets. */
export interface Workbook {
  readonly sheets: readonly Sheet[];
  readonly hidden: readonly string[];
  readonly damaged: readonly string[];
}

/** Reads the sheets of an Excel file in order. Throws SCRAPE_DOCUMENT_BROKEN if the file contains no workbook. */
export async function readWorkbook(archive: ZipArchive, url: string): Promise<Workbook> {
  const start = await targetsOf(archive, '');
  const path = start.find(({ type }) => type === 'officeDocument')?.path ?? 'xl/workbook.xml';
  const xml = await archive.text(path, MAX_XML_CHARS);
  if (xml === undefined) throw brokenDocument(url);
  const targets = await targetsOf(archive, path);
  const partOf = async (type: string): Promise<string> =>
    (await archive.text(targets.find((target) => target.type === type)?.path ?? '', MAX_XML_CHARS)) ?? '';
  const { entries, since1904 } = readEntries(xml);
  const styles = readStyles(await partOf('styles'), since1904);
  const strings = readStrings(await partOf('sharedStrings'));
  const sheets: Sheet[] = [];
  const damaged: string[] = [];
  let room = MAX_CELLS;
  for (const { name, id } of entries.filter(({ isHidden }) => !isHidden)) {
    const target = targets.find((one) => one.id === id);
    if (target?.type !== 'worksheet') continue;
    const sheet = await readPart(archive, target.path, { name, styles, strings, room });
    if (sheet === undefined) damaged.push(name);
    else sheets.push(sheet);
    room -= sheet?.cells ?? 0;
  }
  return { sheets, hidden: entries.filter(({ isHidden }) => isHidden).map(({ name }) => name), damaged };
}

interface SheetContext {
  readonly name: string;
  readonly styles: CellStyles;
  readonly strings: readonly string[];
  readonly room: number;
}

async function readPart(archive: ZipArchive, path: string, context: SheetContext): Promise<Sheet | undefined> {
  const xml = await archive.text(path, MAX_XML_CHARS);
  if (xml === undefined) return undefined;
  const links = new Map((await targetsOf(archive, path)).map(({ id, path: address }) => [id, address]));
  return readSheet(xml, { ...context, links });
}

interface Entry {
  readonly name: string;
  readonly id: string;
  readonly isHidden: boolean;
}

function readEntries(xml: string): { readonly entries: readonly Entry[]; readonly since1904: boolean } {
  const entries: Entry[] = [];
  let since1904 = false;
  readXml(xml, {
    open: (tag, attribs) => {
      if (tag === 'workbookPr') since1904 = /^(?:1|true)$/.test(attribs.date1904 ?? '');
      if (tag !== 'sheet') return;
      const { name = '', id = '', state = 'visible' } = attribs;
      entries.push({ name, id, isHidden: state !== 'visible' });
    },
  });
  return { entries, since1904 };
}

/** Reads the shared strings, without their phonetic guides. */
function readStrings(xml: string): readonly string[] {
  const strings: string[] = [];
  let phonetic = 0;
  let isText = false;
  readXml(xml, {
    open: (tag) => {
      if (tag === 'si') strings.push('');
      if (tag === 'rPh') phonetic++;
      isText = tag === 't' && phonetic === 0;
    },
    text: (data) => {
      if (isText && strings.length > 0) strings[strings.length - 1] += data;
    },
    close: (tag) => {
      if (tag === 'rPh') phonetic--;
      isText = false;
    },
  });
  return strings;
}

interface Target {
  readonly id: string;
  /** Last segment of the relationship type URI. */
  readonly type: string;
  /** Path inside the archive, or an external URL. */
  readonly path: string;
}

async function targetsOf(archive: ZipArchive, part: string): Promise<readonly Target[]> {
  const at = part.lastIndexOf('/') + 1;
  const xml = (await archive.text(`${part.slice(0, at)}_rels/${part.slice(at)}.rels`, MAX_XML_CHARS)) ?? '';
  const targets: Target[] = [];
  readXml(xml, {
    open: (tag, { id = '', Id = id, Type = '', Target: target = '', TargetMode }) => {
      if (tag !== 'Relationship') return;
      const path = TargetMode === 'External' ? target : new URL(target, `zip:///${part}`).pathname.slice(1);
      targets.push({ id: Id, type: Type.slice(Type.lastIndexOf('/') + 1), path: decodePath(path) });
    },
  });
  return targets;
}

/** Decodes the percent-encoding in a path. Leaves malformed paths unchanged. */
function decodePath(path: string): string {
  try {
    return /^[a-z]+:/i.test(path) ? path : decodeURIComponent(path);
  } catch {
    return path;
  }
}

import { decodeByLabel } from '../../../core/contract/plugin';

const PAGES: Readonly<Record<number, string>> = {
  437: 'windows-1252',
  708: 'iso-8859-6',
  850: 'windows-1252',
  866: 'ibm866',
  874: 'windows-874',
  932: 'shift_jis',
  936: 'gbk',
  949: 'euc-kr',
  950: 'big5',
  10000: 'macintosh',
  10007: 'x-mac-cyrillic',
  65001: 'utf-8',
};
/** Code pages, keyed by font character set. */
const CHARSETS: Readonly<Record<number, number>> = {
  77: 10_000,
  128: 932,
  129: 949,
  134: 936,
  136: 950,
  161: 1253,
  162: 1254,
  163: 1258,
  177: 1255,
  178: 1256,
  186: 1257,
  204: 1251,
  222: 874,
  238: 1250,
};

/** Returns the code page of a font character set. Undefined if the file's default code page applies. */
export const codePageOfCharset = (charset: number): number | undefined => CHARSETS[charset];

/** Decodes bytes with a code page. Falls back to Windows-1252 for unsupported code pages. */
export function decodeCodePage(bytes: readonly number[], codePage: number): string {
  const label = PAGES[codePage] ?? (codePage >= 1250 && codePage <= 1258 ? `windows-${codePage}` : 'windows-1252');
  return decodeByLabel(Uint8Array.from(bytes), label)?.text ?? '';
}

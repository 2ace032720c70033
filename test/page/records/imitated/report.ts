import type { Measured } from './measure';

/** Totals over the pages in a set. */
export interface Totals {
  readonly pages: number;
  readonly exact: number;
  readonly wanted: number;
  readonly found: number;
  readonly named: number;
  readonly titleFirst: number;
  readonly withoutHeaders: number;
  readonly fewJunk: number;
  readonly nextRight: number;
}

/** Maximum number of superfluous columns in a table that counts as good. */
const maxJunk = 1;

/** Adds up the measurements for a set of pages. */
export function totalsOf(measured: readonly Measured[]): Totals {
  const sum = (of: (one: Measured) => number | boolean): number =>
    measured.reduce((total, one) => total + Number(of(one)), 0);
  return {
    pages: measured.length,
    exact: sum(({ isExact }) => isExact),
    wanted: sum(({ site }) => site.wanted.length),
    found: sum(({ found }) => found.length),
    named: sum(({ named }) => named.length),
    titleFirst: sum(({ site, startsWithTitle }) => !site.hasHeaders && startsWithTitle),
    withoutHeaders: sum(({ site }) => !site.hasHeaders),
    fewJunk: sum(({ isExact, junk }) => isExact && junk.length <= maxJunk),
    nextRight: sum(({ isNextRight }) => isNextRight),
  };
}

const rowOf = ({
  site,
  table,
  isExact,
  found,
  named,
  startsWithTitle,
  junk,
  hasNext,
  isNextRight,
}: Measured): string => {
  const records = isExact ? `${site.rows.length}` : `${table.records.length}, not ${site.rows.length}`;
  const title = site.hasHeaders ? 'page order' : startsWithTitle ? 'yes' : 'no';
  const next = isNextRight ? (hasNext ? 'yes' : 'none') : 'missed';
  const cells = [site.name, site.language, records, `${found.length} of ${site.wanted.length}`, named.length, title];
  return `| ${[...cells, junk.length, next].join(' | ')} |`;
};

const tableOf = (measured: readonly Measured[]): string =>
  [
    '| page | language | records | wanted fields | named well | title first | useless columns | next page |',
    '| --- | --- | --- | --- | --- | --- | --- | --- |',
    ...measured.map(rowOf),
  ].join('\n');

const percent = (part: number, whole: number): string => `${((100 * part) / whole).toFixed(0)}%`;

const summaryOf = (label: string, totals: Totals): string =>
  `| ${[
    label,
    `${totals.exact} of ${totals.pages}`,
    `${totals.found} of ${totals.wanted} (${percent(totals.found, totals.wanted)})`,
    percent(totals.named, totals.found),
    `${totals.titleFirst} of ${totals.withoutHeaders}`,
    `${totals.fewJunk} of ${totals.pages}`,
    `${totals.nextRight} of ${totals.pages}`,
  ].join(' | ')} |`;

/** Returns the docs page with the results for known and held-out pages. */
export const reportOf = (known: readonly Measured[], heldOut: readonly Measured[]): string => `# Imitated list sites

For maintainers: how well one click in the table builder works on imitations of well-known kinds of sites.

    npx vitest run test/page/records/imitated-sites.test.ts --update

This command generates the tables below. Without \`--update\`, the command checks that the figures are current and not below their minimums.
The pages are in \`test/page/records/imitated\`. The imitations use random class names or utility classes wherever the real sites do.
The expected records, fields and controls were written before the code was run on any page. A few columns that are useful but not necessary were added later.

| set | exact records | expected fields found | of these, with a good name | title first | at most one useless column | next page |
| --- | --- | --- | --- | --- | --- | --- |
${summaryOf('40 kinds, before the code was adapted', before.known)}
${summaryOf('40 kinds', totalsOf(known))}
${summaryOf('8 held-out kinds, before', before.heldOut)}
${summaryOf('8 held-out kinds', totalsOf(heldOut))}

A field counts as found if at least 95% of its values are correct. A column counts as useless if it matches no field on the page, or repeats another column. If a table has headers, its columns stay in page order.
The code was not adapted to the kinds of sites that were held out for testing.

## 40 kinds

${tableOf(known)}

## Held-out kinds

${tableOf(heldOut)}
`;

/** Results before the code was adapted to these pages, measured against the current expectations. */
const before = {
  known: {
    ...{ pages: 40, exact: 36, wanted: 237, found: 173, named: 119 },
    ...{ titleFirst: 29, withoutHeaders: 38, fewJunk: 23, nextRight: 37 },
  },
  heldOut: {
    ...{ pages: 8, exact: 8, wanted: 48, found: 39, named: 27 },
    ...{ titleFirst: 6, withoutHeaders: 6, fewJunk: 5, nextRight: 7 },
  },
};

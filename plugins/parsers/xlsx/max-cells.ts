/** Maximum number of cells to read from a workbook. */
export const MAX_CELLS = 500_000;

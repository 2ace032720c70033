/** Returns a quantile, e.g. p95 for 0.95 or the maximum for 1. Undefined if there are no values. */
export const quantile = (values, share) =>
  values.toSorted((a, b) => a - b)[Math.min(values.length - 1, Math.floor(values.length * share))];

export const median = (values) => quantile(values, 0.5);

/** Returns the quantile of a share, as p95 for 0.95; the highest value for 1, undefined without values. */
export const quantile = (values, share) =>
  values.toSorted((a, b) => a - b)[Math.min(values.length - 1, Math.floor(values.length * share))];

export const median = (values) => quantile(values, 0.5);

/** The value that a share of the values lie below, as p95 for 0.95; the highest for 1, undefined where there are none. */
export const quantile = (values, share) =>
  values.toSorted((a, b) => a - b)[Math.min(values.length - 1, Math.floor(values.length * share))];

export const median = (values) => quantile(values, 0.5);

import type { ScrapeSpec } from '../common/model';

/** Converts a spec to a v2 request body. */
export function toRequestBody(spec: ScrapeSpec): Readonly<Record<string, unknown>> {
  const { version: _, url, typedUrl, formats, waitForMs, timeoutMs, maxAgeMs, minAgeMs, warnings: __, ...same } = spec;
  return {
    url: typedUrl ?? url,
    ...same,
    formats: formats.map(({ as: _field, type, ...options }) =>
      Object.keys(options).length > 0 ? { type, ...options } : type,
    ),
    waitFor: waitForMs,
    timeout: timeoutMs,
    maxAge: maxAgeMs,
    ...(minAgeMs === undefined ? {} : { minAge: minAgeMs }),
  };
}

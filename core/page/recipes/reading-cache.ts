import type { ParentNode } from 'domhandler';
import type { RecipeField, RecipeSource } from '../../common/recipe';
import type { DateStyle } from '../documents/metadata/dates';
import type { Sighting } from '../extraction/rules/find/sighting';
import type { Evidence } from '../extraction/rules/page/evidence';

/** Values that one source yields for fields with the same settings, keyed by record. */
export type Readings = Map<ParentNode, readonly { readonly value: unknown; readonly sighting: Sighting }[]>;

/** A field and the order of day and month in its column. */
interface ReadableField {
  readonly field: RecipeField;
  readonly dates?: DateStyle;
}

/**
 * Caches the values that sources yield for each record of a page. Useful while a user builds a table, because each
 * click suggests columns and reads all records again.
 */
class ReadingCache {
  readonly #byKey = new Map<string, Readings>();
  /** Cached values, keyed by field and source object. Avoids building a string key for each record. */
  readonly #known = new WeakMap<ReadableField, WeakMap<RecipeSource, Readings>>();

  constructor(private readonly evidence: Evidence) {}

  of(readable: ReadableField, source: RecipeSource): Readings {
    const known = this.#known.get(readable) ?? new WeakMap<RecipeSource, Readings>();
    this.#known.set(readable, known);
    let readings = known.get(source);
    if (!readings) {
      const { field, dates } = readable;
      // Columns with the page's date order and columns without a date order of their own share cached values.
      const order = dates && dates !== this.evidence.place.dates && [dates.language, dates.order, dates.isSure];
      const key = JSON.stringify([field.type, field.list, field.end, field.choices, order, source]);
      readings = this.#byKey.get(key) ?? new Map();
      this.#byKey.set(key, readings);
      known.set(source, readings);
    }
    return readings;
  }
}

const caches = new WeakMap<Evidence, ReadingCache>();

/** Caches all values read from a page. Used for pages that are read repeatedly and never modified. */
export function cacheReadings(evidence: Evidence): Evidence {
  caches.set(evidence, new ReadingCache(evidence));
  return evidence;
}

/** Returns the cached values of a source. Undefined if the page's values are not cached. */
export const cachedReadings = (
  evidence: Evidence,
  readable: ReadableField,
  source: RecipeSource,
): Readings | undefined => caches.get(evidence)?.of(readable, source);

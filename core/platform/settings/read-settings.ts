import type { z } from 'zod';
import { compactIssues } from '../../common/api/issues';
import { AppError } from '../../common/errors';
import { isObject, type JsonObject } from '../../common/values/json';
import { type Damage, type Settings, settingsSchema, storedSchema } from './settings';

const { shape } = settingsSchema;
type Name = keyof typeof shape;

/** Names of all settings. */
export const settingNames = Object.keys(shape) as readonly Name[];

/** Parsed settings file, with its valid settings and the parts that were skipped. */
export interface ReadSettings {
  readonly settings: Settings;
  /** Damage found at an earlier start and not yet fixed by the user. */
  readonly known: readonly Damage[];
  readonly found: readonly Damage[];
  /** Names in the file that are not settings. */
  readonly unknown: readonly string[];
  /** Reason why the entire file is unreadable. Absent if the file could be parsed. */
  readonly unreadable?: string;
}

/** Parses a settings file. Skips only the damaged entries. */
export function readSettings(text: string): ReadSettings {
  const raw = parseObject(text);
  if (raw instanceof Error) {
    const found = [wholeFile(raw.message)];
    return { settings: settingsSchema.parse({}), known: [], found, unknown: [], unreadable: raw.message };
  }
  const found: Damage[] = [];
  const entries = settingNames.map((name) => [name, salvage(name, raw[name], found)]);
  const known = storedSchema.shape.damaged.safeParse(raw.damaged).data ?? [];
  const unknown = Object.keys(raw).filter((name) => !Object.hasOwn(storedSchema.shape, name));
  return { settings: Object.fromEntries(entries) as Settings, known, found, unknown };
}

/** Validates each changed setting. Throws BAD_REQUEST with the issues of all invalid settings. */
export function parsePatch(patch: unknown): Partial<Settings> {
  const issues: z.core.$ZodIssue[] = [];
  const parsed: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(patch as object)) {
    if (!Object.hasOwn(shape, name)) {
      issues.push({ code: 'unrecognized_keys', keys: [name], path: [name], message: 'This setting does not exist.' });
      continue;
    }
    const result = shape[name as Name].safeParse(value);
    if (result.success) parsed[name] = result.data;
    else issues.push(...result.error.issues.map((issue) => ({ ...issue, path: [name, ...issue.path] })));
  }
  if (issues.length === 0) return parsed;
  const [first] = issues;
  const what = first ? ` (${first.path.join('.')}: ${first.message})` : '';
  throw new AppError('BAD_REQUEST', `These settings are invalid${what}; nothing was changed.`, {
    details: compactIssues(issues),
  });
}

function parseObject(text: string): JsonObject | Error {
  try {
    const value: unknown = JSON.parse(text);
    return isObject(value) ? value : new Error('it is not a JSON object');
  } catch (thrown) {
    return thrown as Error;
  }
}

/**
 * Returns the damage entry for an unreadable file. The setting in the entry is `proxies`, so that no requests are sent
 * without the lost proxies.
 */
const wholeFile = (reason: string): Damage => ({
  setting: 'proxies',
  message: `settings.json could not be read (${reason}), so all settings are back to their defaults.`,
});

/**
 * Returns the value of a setting without its invalid entries. Returns the default if the remaining value is still
 * invalid.
 */
function salvage(name: Name, value: unknown, found: Damage[]): unknown {
  const whole = shape[name].safeParse(value);
  if (whole.success) return whole.data;
  const unfit = new Map<PropertyKey, string>();
  for (const { path, message } of whole.error.issues) {
    const [entry, ...rest] = path;
    if (entry !== undefined) unfit.set(entry, rest.length > 0 ? `${rest.join('.')}: ${message}` : message);
  }
  const left = shape[name].safeParse(without(value, unfit));
  if (unfit.size > 0 && left.success) {
    for (const [entry, message] of unfit) found.push({ setting: name, entry: entryName(entry), message });
    return left.data;
  }
  found.push({ setting: name, message: whole.error.issues[0]?.message ?? 'The value is invalid.' });
  return shape[name].parse(undefined);
}

/** Returns the name of an entry as shown to users. Entries without a name are numbered from one. */
const entryName = (key: PropertyKey): string => (typeof key === 'number' ? String(key + 1) : String(key));

function without(value: unknown, unfit: ReadonlyMap<PropertyKey, string>): unknown {
  if (Array.isArray(value)) return value.filter((_, index) => !unfit.has(index));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).filter(([key]) => !unfit.has(key)));
}

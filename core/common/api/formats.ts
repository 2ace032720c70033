import { z } from 'zod';
import type { FormatRequest } from '../model';
import type { ApiParts, FormatPart } from './parts';

type Issue = (message: string, path: (string | number)[]) => void;

const v1Names = (format: FormatPart) => format.v1 ?? [{ name: format.id }];

/** Returns the formats available in an API version. */
const known = (parts: ApiParts, version: 'v1' | 'v2') =>
  parts.formats.filter((format) => format.versions?.includes(version) ?? true);

/** Returns the formats used when a request contains no `formats` field. */
const standardNames = (formats: readonly FormatPart[]): string[] =>
  formats.flatMap(({ id, isStandard }) => (isStandard ? [id] : []));

/**
 * Checks the rules that both API versions share. Formats required by other formats must be present. No format may be
 * requested twice with different options.
 */
function checkFormats(parts: ApiParts, formats: readonly FormatRequest[], issue: Issue): void {
  const types = new Set(formats.map(({ type }) => type));
  const seen = new Map<string, string>();
  const fields = new Map<string, string>();
  formats.forEach((request, index) => {
    const field = request.as ?? request.type;
    const other = fields.get(field) ?? request.type;
    if (other !== request.type)
      issue(`The formats "${other}" and "${request.type}" both fill "${field}"; request one of them.`, [
        'formats',
        index,
      ]);
    fields.set(field, request.type);
    const text = JSON.stringify(request);
    const earlier = seen.get(request.type);
    if (earlier !== undefined && earlier !== text) {
      issue(`The format "${request.type}" may be requested only once.`, ['formats', index]);
    }
    seen.set(request.type, text);
    const plugin = parts.formats.find(({ id }) => id === request.type);
    for (const other of plugin?.requires ?? []) {
      if (!types.has(other)) {
        issue(`The format "${request.type}" also requires the format "${other}"; request both.`, ['formats']);
      }
    }
  });
}

/** The `formats` field of v2: names, or objects with options. */
export function formatsV2(parts: ApiParts) {
  const formats = known(parts, 'v2');
  const names = z.enum(formats.map(({ id }) => id));
  const objects = formats.map((format) =>
    (format.options ?? z.object({}))
      .safeExtend({ type: z.literal(format.id) })
      .strict()
      .meta({ description: format.summary }),
  );
  const [first, ...rest] = objects;
  if (!first) throw new Error('No format plugin is loaded');
  const entry = z.union([names, z.discriminatedUnion('type', [first, ...rest])]);
  return z
    .array(entry)
    .default(standardNames(formats))
    .transform((entries, context): FormatRequest[] => {
      entries.forEach((item, index) => {
        if (typeof item === 'string') checkBareName(formats, item, index, context);
      });
      const requests = entries.map((item) => withField(formats, withDefaults(formats, item as string | FormatRequest)));
      checkFormats(parts, requests, (message, path) =>
        context.addIssue({ code: 'custom', message, path: path.slice(1), input: entries }),
      );
      return unique(requests);
    })
    .describe(
      'What to return: each format is a name, or an object with `type` and options. An empty list returns only metadata.',
    );
}

/** Reports a format that is requested by name only, although some of its options are required. */
function checkBareName(formats: readonly FormatPart[], name: string, index: number, context: z.RefinementCtx): void {
  const parsed = formats.find(({ id }) => id === name)?.options?.safeParse({});
  for (const issue of parsed?.error?.issues ?? []) {
    const path = [index, ...issue.path];
    const option = issue.path.join('.');
    const what = option === '' ? 'options' : `the option "${option}"`;
    const message = `The format "${name}" needs ${what}; request it as { "type": "${name}", … }.`;
    context.addIssue({ code: 'custom', message, path, input: name });
  }
}

/** Converts a format name to a request with the format's default options. */
function withDefaults(formats: readonly FormatPart[], item: string | FormatRequest): FormatRequest {
  if (typeof item !== 'string') return item;
  const options = formats.find(({ id }) => id === item)?.options?.safeParse({});
  return { type: item, ...(options?.success ? options.data : {}) };
}

/** Adds the name of the response field (`as`) to a format request, if the format defines this name. */
function withField(formats: readonly FormatPart[], request: FormatRequest): FormatRequest {
  const as = formats.find(({ id }) => id === request.type)?.as;
  return as === undefined ? request : { ...request, as: typeof as === 'string' ? as : as(request) };
}

function unique(requests: readonly FormatRequest[]): FormatRequest[] {
  return [...new Map(requests.map((request) => [`${request.type} ${request.as ?? ''}`, request])).values()];
}

/**
 * Returns the v1 body fields that select formats: `formats`, and one field for the options of each configurable format.
 */
export function formatFieldsV1(parts: ApiParts) {
  const formats = known(parts, 'v1');
  const names = formats.flatMap((format) => v1Names(format).map(({ name }) => name));
  const fields: Record<string, z.ZodType> = {
    formats: z
      .array(z.enum(names))
      .default(standardNames(formats))
      .describe('What to return, by name. An empty list returns only metadata.'),
  };
  for (const format of formats) {
    for (const name of v1Names(format)) {
      const schema = name.schema ?? format.options;
      if (name.field && schema) {
        fields[name.field] = schema.strict().optional().describe(`Options of the format "${name.name}".`);
      }
    }
  }
  return fields;
}

/** Converts the v1 fields into format requests. Reports missing or conflicting fields and formats. */
export function formatRequestsV1(
  parts: ApiParts,
  body: Readonly<Record<string, unknown>>,
  issue: Issue,
): FormatRequest[] {
  const wanted = new Set(body.formats as string[]);
  const requests: FormatRequest[] = [];
  for (const format of known(parts, 'v1')) {
    for (const name of v1Names(format)) {
      const field = name.field ? (body[name.field] as Record<string, unknown> | undefined) : undefined;
      if (name.fieldRequired && name.field && wanted.has(name.name) !== Boolean(field)) {
        issue(`The format "${name.name}" and the field "${name.field}" must be used together.`, [name.field]);
      }
      if (!wanted.has(name.name)) continue;
      const options = field ?? (format.options?.safeParse({}).data as Record<string, unknown> | undefined);
      requests.push({ ...options, ...name.options, type: format.id, ...(name.as ? { as: name.as } : {}) });
    }
  }
  checkFormats(parts, requests, issue);
  return unique(requests);
}

import { withWebScheme } from '../../core/common/api/target-url';
import type { ScrapeRequest } from '../api/types';
import { newJobId } from '../display/uuid';
import type { JsonSchema } from './json-schema';
import { isEmpty, sameValue } from './same-value';

/** A selected format or parser, with the options that differ from their defaults. */
export interface Chosen {
  readonly id: string;
  readonly options: Readonly<Record<string, unknown>>;
}

/** An action in an ordered list. `key` distinguishes actions of the same kind. */
export interface ChosenAction {
  readonly key: string;
  readonly id: string;
  readonly options: Readonly<Record<string, unknown>>;
}

/** The Playground form. */
export interface ScrapeForm {
  readonly url: string;
  readonly formats: readonly Chosen[];
  readonly options: Readonly<Record<string, unknown>>;
  readonly actions: readonly ChosenAction[];
}

/** Initial form. */
export const emptyForm: ScrapeForm = { url: '', formats: [{ id: 'markdown', options: {} }], options: {}, actions: [] };

const said = (options: Readonly<Record<string, unknown>>): Record<string, unknown> =>
  Object.fromEntries(Object.entries(options).filter(([, value]) => !isEmpty(value)));

/** Converts a form entry to its API representation. An entry without options becomes its ID. */
export function chosenToWire(chosen: Chosen): unknown {
  const options = said(chosen.options);
  return Object.keys(options).length === 0 ? chosen.id : { type: chosen.id, ...options };
}

/** Converts an entry from its API representation. */
export function chosenFromWire(value: unknown): Chosen {
  if (typeof value === 'string') return { id: value, options: {} };
  const { type, ...options } = value as Record<string, unknown>;
  return { id: String(type), options };
}

/** Converts an action to its API representation. */
export const actionToWire = ({ id, options }: Pick<ChosenAction, 'id' | 'options'>): Record<string, unknown> => ({
  type: id,
  ...said(options),
});

/** Converts a form to a v2 request. Omits values that are equal to the defaults. */
export function toRequest(form: ScrapeForm, schema: JsonSchema | undefined): ScrapeRequest {
  const formats = form.formats.map(chosenToWire);
  const options = Object.entries(form.options).filter(([name, value]) => {
    const standard = schema?.properties?.[name]?.default;
    return value !== undefined && (standard === undefined ? !isEmpty(value) : !sameValue(value, standard));
  });
  return {
    url: withWebScheme(form.url),
    ...(sameValue(formats, ['markdown']) ? {} : { formats }),
    ...Object.fromEntries(options),
    ...(form.actions.length === 0 ? {} : { actions: form.actions.map(actionToWire) }),
  };
}

/** Converts an action from its API representation. */
export const actionFromWire = (value: unknown): ChosenAction => ({ key: newJobId(), ...chosenFromWire(value) });

/** Converts a past request to a form. */
export function fromRequest(request: ScrapeRequest, schema: JsonSchema | undefined): ScrapeForm {
  const { url, formats, actions, origin: _origin, integration: _integration, ...options } = request;
  const changed = Object.entries(options).filter(([name, value]) => {
    const standard = schema?.properties?.[name]?.default;
    return value !== undefined && !sameValue(value, standard) && !(standard === undefined && isEmpty(value));
  });
  return {
    url: String(url ?? ''),
    formats: Array.isArray(formats) ? formats.map(chosenFromWire) : emptyForm.formats,
    options: Object.fromEntries(changed),
    actions: Array.isArray(actions) ? actions.map(actionFromWire) : [],
  };
}

/** True for a reference to a secret in the vault. */
export const isSavedSecret = (value: unknown): boolean => typeof value === 'string' && value.startsWith('vault:');

interface NeedyFormat {
  readonly id: string;
  readonly requires?: readonly string[];
}

/** Inserts required formats before the formats that require them. */
export function withRequired(formats: readonly Chosen[], known: readonly NeedyFormat[] = []): readonly Chosen[] {
  const present = new Set(formats.map((format) => format.id));
  const missing = formats
    .flatMap((format) => known.find((one) => one.id === format.id)?.requires ?? [])
    .filter((id) => !present.has(id));
  return [...[...new Set(missing)].map((id) => ({ id, options: {} })), ...formats];
}

import type { Element } from 'domhandler';
import { textContent } from 'domutils';
import { isObject } from '../../../../common/values/json';
import type { Evidence } from '../page/evidence';
import { jsonIn, MAX_SCRIPT_CHARS } from './state-items';

/** A scalar in script data, such as `__NEXT_DATA__`. */
export interface StateValue {
  /** Names from the root, separated by dots. Numbers are list indexes. */
  readonly path: string;
  readonly raw: string | number | boolean;
  readonly node: Element;
}

interface Root {
  readonly value: unknown;
  readonly node: Element;
}

const maxValues = 5000;
const maxSteps = 10;
/** Lists with more entries than this are skipped, because the index of a value in a long list may change. */
const maxEntries = 3;

/** Returns the value at a path. Undefined if no script contains it. */
export function stateValueAt(evidence: Evidence, path: string): StateValue | undefined {
  const steps = path.split('.');
  for (const { value, node } of evidence.once(rootsOf)) {
    const raw = steps.reduce<unknown>((at, step) => (isHolder(at) ? own(at, step) : undefined), value);
    if (isSingle(raw)) return { path, raw, node };
  }
  return undefined;
}

/** Returns all script data values that a path can refer to, top-level values first. */
export const stateValues = (evidence: Evidence): readonly StateValue[] => evidence.once(valuesOf);

function rootsOf({ scripts }: Evidence): readonly Root[] {
  return scripts.flatMap((node) => {
    const text = textContent(node);
    return text.length > MAX_SCRIPT_CHARS ? [] : jsonIn(text, node).map((value) => ({ value, node }));
  });
}

function valuesOf(evidence: Evidence): readonly StateValue[] {
  const found = new Map<string, StateValue>();
  for (const { value: root, node } of evidence.once(rootsOf)) {
    let level: readonly (readonly [path: string, value: unknown])[] = [['', root]];
    for (let steps = 0; steps <= maxSteps && level.length > 0; steps++) {
      const next: (readonly [string, unknown])[] = [];
      for (const [path, value] of level) {
        if (found.size >= maxValues) return [...found.values()];
        if (isSingle(value)) {
          // If several scripts contain the same path, the first script takes precedence.
          if (path !== '' && !found.has(path)) found.set(path, { path, raw: value, node });
        } else if (isHolder(value) && !(Array.isArray(value) && value.length > maxEntries))
          for (const [name, one] of Object.entries(value))
            if (/^[\w@$:-]+$/.test(name)) next.push([path === '' ? name : `${path}.${name}`, one]);
      }
      level = next;
    }
  }
  return [...found.values()];
}

const isSingle = (value: unknown): value is StateValue['raw'] =>
  typeof value === 'number' || typeof value === 'boolean' || (typeof value === 'string' && value.trim() !== '');

const isHolder = (value: unknown): value is Readonly<Record<string, unknown>> =>
  isObject(value) || Array.isArray(value);

const own = (holder: Readonly<Record<string, unknown>>, name: string): unknown =>
  Object.hasOwn(holder, name) ? holder[name] : undefined;

import lexicon from '../../../../../resources/lexicon/concepts.json';
import { type Concept, toConcept } from './concept';
import { labelKey } from './words';

/** All known concepts. If two concepts share a name, the first one takes precedence. */
export const concepts: readonly Concept[] = Object.values(lexicon).flat().map(toConcept);

const byId = new Map(concepts.map((concept) => [concept.id, concept]));

function indexOf(textsOf: (concept: Concept) => readonly string[]): ReadonlyMap<string, readonly Concept[]> {
  const index = new Map<string, Concept[]>();
  for (const concept of concepts)
    for (const key of textsOf(concept).map(labelKey)) {
      const known = index.get(key);
      if (!known) index.set(key, [concept]);
      else if (!known.includes(concept)) known.push(concept);
    }
  return index;
}

// Built on first use, because a process that reads no pages needs no index.
let byName: ReadonlyMap<string, readonly Concept[]> | undefined;
let byLabel: ReadonlyMap<string, readonly Concept[]> | undefined;

const labelled = (key: string): readonly Concept[] | undefined => {
  byLabel ??= indexOf(({ labels }) => labels);
  return byLabel.get(key);
};

/** Returns a concept by its ID. */
export const conceptById = (id: string): Concept | undefined => byId.get(id);

/** Returns the concepts that a field name may refer to. */
export function conceptsByName(name: string): readonly Concept[] {
  byName ??= indexOf(({ names }) => names);
  return byName.get(labelKey(name)) ?? [];
}

/** Returns the concepts that a page label may refer to. */
export const conceptsByLabel = (label: string): readonly Concept[] => labelled(labelKey(label)) ?? [];

/** True for a known label in any language. */
export const isKnownLabel = (key: string): boolean => labelled(key) !== undefined;

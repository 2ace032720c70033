import lexicon from '../../../../../resources/lexicon/concepts.json';
import { type Concept, toConcept } from './concept';
import { labelKey } from './words';

/** All known concepts. If two concepts share a name, the first one takes precedence. */
export const concepts: readonly Concept[] = Object.values(lexicon).flat().map(toConcept);

const byId = new Map(concepts.map((concept) => [concept.id, concept]));
const byName = new Map<string, Concept[]>();
const byLabel = new Map<string, Concept[]>();

const add = (map: Map<string, Concept[]>, key: string, concept: Concept) => {
  const known = map.get(key);
  if (!known) map.set(key, [concept]);
  else if (!known.includes(concept)) known.push(concept);
};

for (const concept of concepts) {
  for (const name of concept.names) add(byName, labelKey(name), concept);
  for (const label of concept.labels) add(byLabel, labelKey(label), concept);
}

/** Returns a concept by its ID. */
export const conceptById = (id: string): Concept | undefined => byId.get(id);

/** Returns the concepts that a field name may refer to. */
export const conceptsByName = (name: string): readonly Concept[] => byName.get(labelKey(name)) ?? [];

/** Returns the concepts that a page label may refer to. */
export const conceptsByLabel = (label: string): readonly Concept[] => byLabel.get(labelKey(label)) ?? [];

/** True for a known label in any language. */
export const isKnownLabel = (key: string): boolean => byLabel.has(key);

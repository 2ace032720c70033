const kinds: Readonly<Record<string, string>> = {
  'json-ld': 'JSON-LD markup',
  microdata: 'microdata markup',
  rdfa: 'RDFa markup',
  meta: 'a meta tag',
  state: 'data of a script',
  table: 'a table',
  definition: 'a definition list',
  label: 'a labelled value',
  attribute: 'an attribute',
  heading: 'a heading',
  record: 'a record of a list',
  text: 'the text',
  address: 'the address of the page',
  model: 'a language model',
};

/** What kind of place a value was read from. */
export const sourceWords = (kind: string): string => kinds[kind] ?? kind;

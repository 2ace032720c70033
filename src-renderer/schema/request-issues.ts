import type { Choice, ScrapeSchema } from '../api/types';
import { fieldIssues, type Issues } from './field-issues';
import type { JobForm } from './job-form';
import type { JsonSchema } from './json-schema';
import type { Chosen, ScrapeForm } from './scrape-request';

/** Returns issues of the selected formats, parsers or actions. Each one is checked against its schema. */
function choiceIssues(chosen: readonly Chosen[], choices: readonly Choice[], path: string): Issues {
  const all = chosen.map(({ id, options }, index) => {
    const { type: _, ...properties } = choices.find((choice) => choice.id === id)?.schema?.properties ?? {};
    const schema = choices.find((choice) => choice.id === id)?.schema ?? {};
    const required = schema.required?.filter((name) => name !== 'type');
    return fieldIssues(options, { ...schema, properties, required }, schema, `${path}.${index}`);
  });
  return Object.assign({}, ...all);
}

/** Returns issues of a scrape form before it is submitted. The URL is checked only by the engine. */
export function scrapeIssues({ formats, options, actions }: Omit<ScrapeForm, 'url'>, schema: ScrapeSchema): Issues {
  const optional: JsonSchema = { ...schema.scrape, required: [] };
  return {
    ...choiceIssues(formats, schema.formats, 'formats'),
    ...choiceIssues(actions, schema.actions, 'actions'),
    ...fieldIssues(options, optional, schema.scrape),
  };
}

/** Returns issues of a job form before it is submitted. */
export function jobIssues(form: JobForm, schema: JsonSchema, scrape: ScrapeSchema, inside: boolean): Issues {
  const prefix = inside ? 'scrapeOptions.' : '';
  const ofPages = Object.entries(scrapeIssues(form.scrape, scrape)).map(([path, issue]) => [prefix + path, issue]);
  const ofJob = fieldIssues(form.options[form.kind] ?? {}, { ...schema, required: [] }, schema);
  return { ...Object.fromEntries(ofPages), ...ofJob };
}

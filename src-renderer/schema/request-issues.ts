import type { Choice, ScrapeSchema } from '../api/types';
import { fieldIssues, type Issues } from './field-issues';
import type { JobForm } from './job-form';
import type { JsonSchema } from './json-schema';
import type { Chosen, ScrapeForm } from './scrape-request';

/** Checks each selected format, parser or action against its schema. Returns the issues. */
function choiceIssues(chosen: readonly Chosen[], choices: readonly Choice[], path: string): Issues {
  const all = chosen.map(({ id, options }, index) => {
    const { type: _, ...properties } = choices.find((choice) => choice.id === id)?.schema?.properties ?? {};
    const schema = choices.find((choice) => choice.id === id)?.schema ?? {};
    const required = schema.required?.filter((name) => name !== 'type');
    return fieldIssues(options, { ...schema, properties, required }, schema, `${path}.${index}`);
  });
  return Object.assign({}, ...all);
}

/** Returns the issues that can be detected before a scrape form is submitted. The URL is checked only by the engine. */
export function scrapeIssues({ formats, options, actions }: Omit<ScrapeForm, 'url'>, schema: ScrapeSchema): Issues {
  const optional: JsonSchema = { ...schema.scrape, required: [] };
  return {
    ...choiceIssues(formats, schema.formats, 'formats'),
    ...choiceIssues(actions, schema.actions, 'actions'),
    ...fieldIssues(options, optional, schema.scrape),
  };
}

/** Returns the issues that can be detected before a job form is submitted. */
export function jobIssues(form: JobForm, schema: JsonSchema, scrape: ScrapeSchema, inside: boolean): Issues {
  const prefix = inside ? 'scrapeOptions.' : '';
  const ofPages = Object.entries(scrapeIssues(form.scrape, scrape)).map(([path, issue]) => [prefix + path, issue]);
  const ofJob = fieldIssues(form.options[form.kind] ?? {}, { ...schema, required: [] }, schema);
  return { ...Object.fromEntries(ofPages), ...ofJob };
}

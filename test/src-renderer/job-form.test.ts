import { describe, expect, it } from 'vitest';
import type { JobItem } from '../../src-renderer/api/job-types';
import { emptyJobForm, fromJob, toJobRequest } from '../../src-renderer/schema/job-form';

const scrape = {
  properties: { onlyMainContent: { default: true }, timeout: { default: 30_000 }, parsers: { default: ['pdf'] } },
};
const schemas = {
  crawl: {
    properties: { url: {}, scrapeOptions: {}, webhook: {}, limit: { default: 10_000 }, includePaths: { default: [] } },
  },
  batch: { properties: { urls: {}, webhook: {}, formats: {}, maxConcurrency: {} } },
  map: { properties: { url: {}, search: {} } },
};

describe('requests of a new job', () => {
  it('contain only values that differ from the defaults', () => {
    const form = {
      ...emptyJobForm,
      url: ' https://a.example ',
      options: { ...emptyJobForm.options, crawl: { limit: 10_000, includePaths: [] } },
    };
    expect(toJobRequest(form, schemas, scrape)).toEqual({ url: 'https://a.example' });
  });

  it('have page options beside the URLs of a batch, and inside those of a crawl', () => {
    const chosen = {
      ...emptyJobForm,
      urls: ['https://a.example'],
      url: 'https://a.example',
      scrape: { ...emptyJobForm.scrape, options: { mobile: true } },
    };
    expect(toJobRequest({ ...chosen, kind: 'batch' }, schemas, scrape)).toEqual({
      urls: ['https://a.example'],
      mobile: true,
    });
    expect(toJobRequest(chosen, schemas, scrape)).toEqual({
      url: 'https://a.example',
      scrapeOptions: { mobile: true },
    });
    expect(toJobRequest({ ...chosen, kind: 'map' }, schemas, scrape)).toEqual({ url: 'https://a.example' });
  });

  it('shorten a webhook without options', () => {
    const form = { ...emptyJobForm, url: 'https://a.example', webhook: { url: 'https://hook.example' } };
    expect(toJobRequest(form).webhook).toBe('https://hook.example');
    expect(toJobRequest({ ...form, webhook: { ...form.webhook, events: ['page'] } }).webhook).toEqual({
      url: 'https://hook.example',
      events: ['page'],
    });
  });

  it('restore the request of an earlier job', () => {
    const request = {
      url: 'https://a.example',
      limit: 5,
      includePaths: [],
      scrapeOptions: {
        formats: ['html'],
        onlyMainContent: true,
        timeout: 30_000,
        proxy: 'auto',
        parsers: [{ type: 'pdf' }],
        mobile: true,
      },
    };
    const job: JobItem = {
      id: 'x',
      kind: 'crawl',
      version: 'v2',
      state: 'completed',
      zeroDataRetention: false,
      keyId: 'desktop',
      hasRows: false,
      hasPictures: false,
      url: 'https://a.example',
      createdAt: '',
      request,
    };
    const withProxy = { properties: { ...scrape.properties, proxy: { default: 'auto' } } };
    expect(toJobRequest(fromJob(job, [], schemas, withProxy), schemas, withProxy)).toEqual({
      url: 'https://a.example',
      limit: 5,
      scrapeOptions: { formats: ['html'], mobile: true },
    });
  });

  it('open a list of links in Simple mode without changed values, and keep edits of the list', () => {
    const withDefaults = {
      ...schemas,
      batch: { properties: { ...schemas.batch.properties, ignoreInvalidURLs: { default: true } } },
    };
    const ofPages = { properties: { ...scrape.properties, proxy: { default: 'auto' } } };
    const urls = ['https://a.example/1', 'https://a.example/2'];
    const job = { kind: 'batch', url: urls[0]!, request: { urls } };
    const form = fromJob(job, urls, withDefaults, ofPages);
    expect(form.expert).toBe(false);
    expect([form.options.batch, form.scrape.options]).toEqual([{}, {}]);
    const edited = toJobRequest({ ...form, urls: urls.slice(1) }, withDefaults, ofPages);
    expect(edited).toEqual({ urls: urls.slice(1) });
  });

  it('open an earlier job in Expert mode only if Simple mode does not show all its settings', () => {
    const of = (request: object) =>
      fromJob(
        { kind: 'crawl', url: 'https://a.example', request: { url: 'https://a.example', ...request } },
        [],
        schemas,
        scrape,
      ).expert;
    expect(of({ limit: 5, scrapeOptions: { onlyMainContent: false } })).toBe(false);
    expect(of({ scrapeOptions: { mobile: true } })).toBe(true);
    expect(of({ scrapeOptions: { actions: [{ type: 'wait' }] } })).toBe(true);
  });
});

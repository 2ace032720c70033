import { describe, expect, it } from 'vitest';
import type { JobItem } from '../../src-renderer/api/job-types';
import { creditsPerPage, emptyJobForm, fromJob, toJobRequest } from '../../src-renderer/schema/job-form';
import { parts } from '../api-schemas/parts';

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

describe('the request of a new job', () => {
  it('says only what differs from the defaults', () => {
    const form = {
      ...emptyJobForm,
      url: ' https://a.example ',
      options: { ...emptyJobForm.options, crawl: { limit: 10_000, includePaths: [] } },
    };
    expect(toJobRequest(form, schemas, scrape)).toEqual({ url: 'https://a.example' });
  });

  it('of a batch has the options of its pages beside the addresses, of a crawl inside', () => {
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

  it('writes a webhook short when there is nothing more to say', () => {
    const form = { ...emptyJobForm, url: 'https://a.example', webhook: { url: 'https://hook.example' } };
    expect(toJobRequest(form).webhook).toBe('https://hook.example');
    expect(toJobRequest({ ...form, webhook: { ...form.webhook, events: ['page'] } }).webhook).toEqual({
      url: 'https://hook.example',
      events: ['page'],
    });
  });

  it('of an earlier job is the one it was started with', () => {
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
});

describe('the least a page costs', () => {
  it.each([
    [{}, 1],
    [{ scrapeOptions: { formats: ['markdown', { type: 'json' }] } }, 5],
    [{ formats: [{ type: 'changeTracking', modes: ['json'] }] }, 5],
    [{ formats: [{ type: 'changeTracking', modes: ['git-diff'] }] }, 1],
    [{ formats: ['links', { type: 'extraction' }] }, 5],
    [{ zeroDataRetention: true }, 2],
  ])('of %j is %i', (request, credits) => expect(creditsPerPage(request, parts.formats)).toBe(credits));
});

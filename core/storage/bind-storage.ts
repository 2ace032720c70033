import type { Container } from 'inversify';
import { Outbox } from '../ports/delivery/outbox';
import { Frontier } from '../ports/jobs/frontier';
import { ActivityStore, ScrapeStore } from '../ports/jobs/history';
import { IdempotencyStore, JobStore } from '../ports/jobs/job-store';
import { ResultStore } from '../ports/jobs/result-store';
import { PageSearch } from '../ports/page-search';
import { FileStore, PageCache, TrackingStore } from '../ports/page-stores';
import { Storage } from '../ports/storage';

/** Binds the storage, and each of its stores, to their injection tokens. */
export function bindStorage(container: Container, { storage }: { readonly storage: Storage }): void {
  container.bind(Storage).toConstantValue(storage);
  container.bind(FileStore).toConstantValue(storage.files);
  container.bind(ScrapeStore).toConstantValue(storage.scrapes);
  container.bind(PageCache).toConstantValue(storage.pages);
  container.bind(PageSearch).toConstantValue(storage.texts);
  container.bind(TrackingStore).toConstantValue(storage.tracking);
  container.bind(ActivityStore).toConstantValue(storage.activity);
  container.bind(JobStore).toConstantValue(storage.jobs);
  container.bind(Frontier).toConstantValue(storage.frontier);
  container.bind(ResultStore).toConstantValue(storage.results);
  container.bind(Outbox).toConstantValue(storage.outbox);
  container.bind(IdempotencyStore).toConstantValue(storage.idempotency);
}

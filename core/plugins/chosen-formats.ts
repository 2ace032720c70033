import type { FormatRequest, ScrapeSpec } from '../common/model';
import type { Registries } from './registry';

type Chosen = (spec: Pick<ScrapeSpec, 'formats'>, registries: Registries) => readonly FormatRequest[];

/** The requested formats that capture something in the live page. */
export const capturesOf: Chosen = ({ formats }, { format }) => formats.filter(({ type }) => format.get(type)?.capture);

/** The requested formats that compare a page with what was kept of it. */
export const comparisonsOf: Chosen = ({ formats }, { format }) =>
  formats.filter(({ type }) => format.get(type)?.needs.includes('previous'));

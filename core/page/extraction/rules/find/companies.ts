import type { Evidence } from '../page/evidence';
import type { Field } from '../schema/field';
import { bylines } from './bylines';
import { legalNames } from './firm-facts';
import { hiringCompanies } from './hiring-companies';
import { isAboutJob } from './nature';
import { ownerOfSite } from './page-facts';
import { describesPerson, employers, isAboutPerson, OF_JOBS } from './person-facts';
import type { Sighting } from './sighting';

/** A byline with at least this weight is near the headline, which is typical of articles. */
const sureByline = 0.6;

/**
 * Returns company names that have no label. On a page about a person or job, the company is the employer, never the
 * site owner. Elsewhere, it is the site owner if the schema also requests contact data.
 */
export function companies(evidence: Evidence, siblings: readonly Field[], isFirm: boolean): readonly Sighting[] {
  if (describesPerson(siblings) || isAboutPerson(evidence)) return employers(evidence);
  if (siblings.some(({ concept }) => OF_JOBS.has(concept?.id ?? '')) || isAboutJob(evidence))
    return hiringCompanies(evidence);
  // An article does not describe the company that publishes it.
  const isArticle = bylines(evidence).some(({ weight }) => weight >= sureByline);
  return isFirm && !isArticle ? [...ownerOfSite(evidence), ...legalNames(evidence)] : [];
}

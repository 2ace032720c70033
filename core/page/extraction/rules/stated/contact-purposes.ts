import { APPLY } from '../find/dated-phrases';
import { inSentences } from '../find/in-lines';
import type { Sighting } from '../find/sighting';
import type { Evidence } from '../page/evidence';
import { flag, OUTSIDE } from '../page/flags';

const PURPOSE = /^(?:applications?|booking|reservation|registration|rsvp)[ _-]?e?[ _-]?mail(?:[ _-]?address)?$/i;
const EMAIL = /(?<![\w.+-])[\w.+-]+@[\w-]+(?:\.[\w-]+)+/;

/** Returns the email address in a sentence about applications or bookings, for a field such as `application_email`. */
export const emailsOfPurpose = (name: string, evidence: Evidence): readonly Sighting[] =>
  PURPOSE.test(name)
    ? inSentences(evidence, { maxChars: 800, away: OUTSIDE | flag.review, needs: /@/, weight: 0.75 }, (sentence) =>
        APPLY.test(sentence) ? EMAIL.exec(sentence)?.[0] : undefined,
      )
    : [];

import { APPLY } from '../find/dated-phrases';
import { excerptOf, type Sighting } from '../find/sighting';
import type { Evidence } from '../page/evidence';
import { flag, OUTSIDE } from '../page/flags';
import { sentencesIn } from '../sentences';

const PURPOSE = /^(?:applications?|booking|reservation|registration|rsvp)[ _-]?e?[ _-]?mail(?:[ _-]?address)?$/i;
const EMAIL = /(?<![\w.+-])[\w.+-]+@[\w-]+(?:\.[\w-]+)+/;
const maxChars = 800;

/** Returns the email address in a sentence about applications or bookings, for a field such as `application_email`. */
export const emailsOfPurpose = (name: string, { view }: Evidence): readonly Sighting[] =>
  (PURPOSE.test(name) ? view.lines : []).flatMap(({ text, node, flags }) => {
    if (text.length > maxChars || flags & (OUTSIDE | flag.review) || !text.includes('@')) return [];
    return sentencesIn(text).flatMap((sentence): readonly Sighting[] => {
      const raw = APPLY.test(sentence) ? EMAIL.exec(sentence)?.[0] : undefined;
      return raw === undefined ? [] : [{ raw, weight: 0.75, kind: 'text', node, excerpt: excerptOf(sentence) }];
    });
  });

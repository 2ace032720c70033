import type { Element } from 'domhandler';
import type { Evidence } from '../page/evidence';
import { parseDay } from '../values/dates';

/** A post of an old forum, whose header is a line such as `By Ada Date 10.11.15 11:26 Upvotes 3`. */
export interface TextPost {
  readonly author: string;
  /** ISO date. */
  readonly day: string;
  readonly votes: string | undefined;
  readonly text: string;
  readonly node: Element;
}

const HEADER =
  /^(?:(?:posted |written )?by|from|von|par|de|di|door|av)\s:?\s?([\p{L}\p{N}_.-]{2,30})(?:\s(?:date|on|am|le|el|il|op|posted|datum))?[\s:,»|-]{1,4}(\d.{5,40})/iu;
/** A date with a two-digit year, e.g. `10.11.15`. */
const SHORT_YEAR = /^(\d{1,2})\.(\d{1,2})\.(\d\d)(?!\d)/;
const VOTES = /(?<!\p{L})(?:up)?(?:votes?|likes|points)\s:?\s?(\d{1,5})(?!\d)/iu;
const maxHeader = 120;
const minPosts = 3;

/** Returns the posts of a page in order. Empty unless at least three lines are headers with an author and a date. */
export function textPosts({ view, place }: Evidence): readonly TextPost[] {
  const posts = view.lines.flatMap(({ text, node }): readonly TextPost[] => {
    const [, author, when = ''] = text.length > maxHeader ? [] : (HEADER.exec(text) ?? []);
    const day = author === undefined ? undefined : parseDay(when.replace(SHORT_YEAR, '$1.$2.20$3'), place.dates);
    return author === undefined || day === undefined ? [] : [{ author, day, votes: VOTES.exec(text)?.[1], text, node }];
  });
  return posts.length < minPosts ? [] : posts;
}

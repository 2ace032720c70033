import { isItem, type MarkupItem, plainValue, valuesAt } from '../../../../contract/markup-item';
import { excerptOf, type Sighting } from '../find/sighting';
import type { Evidence } from '../page/evidence';

/** Returns the question that the markup of a question-and-answer page describes. */
const questionOf = ({ items }: Evidence): MarkupItem | undefined =>
  items
    .filter(({ types }) => types.includes('qapage'))
    .flatMap((page) => valuesAt(page, 'mainEntity'))
    .map(({ value }) => value)
    .find((value) => isItem(value) && value.types.includes('question')) as MarkupItem | undefined;

const factsAt = (path: string, evidence: Evidence): readonly Sighting[] => {
  const question = evidence.once(questionOf);
  return (question ? valuesAt(question, path) : []).slice(0, 1).flatMap((value): readonly Sighting[] => {
    const raw = plainValue(value);
    return question === undefined || raw === undefined || raw === ''
      ? []
      : [{ raw, weight: 0.75, kind: question.kind, node: value.node, excerpt: excerptOf(`${path}: ${raw}`) }];
  });
};

/** Returns the name of the question in the markup of a question-and-answer page. */
export const namesOfQuestion = (evidence: Evidence): readonly Sighting[] => factsAt('name', evidence);

/** Returns the author of the accepted answer in the markup. */
export const authorsOfAccepted = (evidence: Evidence): readonly Sighting[] =>
  factsAt('acceptedAnswer.author.name', evidence);

/** Returns the number of votes for the accepted answer in the markup. */
export const votesOfAccepted = (evidence: Evidence): readonly Sighting[] =>
  factsAt('acceptedAnswer.upvoteCount', evidence);

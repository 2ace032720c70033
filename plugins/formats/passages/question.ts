import { defineFormat, type Metadata, type Model, z } from '../../../core/contract/plugin';
import { answerByRules, bestPassages } from './answer';
import { nothingMatches, searchPage } from './find';

const NONE = 'NONE';

/** A question and the page that it is about. */
interface Asked {
  readonly markdown: unknown;
  readonly metadata: Metadata;
  readonly model: Model;
  readonly question: string;
  readonly url: string;
  warn(sentence: string): void;
}

/** `question`: the answer to a question about the page. */
export const question = defineFormat({
  id: 'question',
  as: 'answer',
  summary: 'The answer to a question about the page: from the configured model, or a value or sentence on the page.',
  needs: ['markdown', 'metadata', 'model'],
  cost: { credits: 5, timeoutMs: 60_000 },
  versions: ['v2'],
  options: z.object({
    question: z.string().trim().min(1).max(10_000).describe('Question to answer, in the language of the page.'),
  }),
  derive: (values, { options, url, warn, signal }) =>
    answerQuestion({ ...values, question: options.question, url, warn }, signal),
});

/**
 * Answers a question using only the best passages. If the page does not contain the answer, returns an empty answer
 * with a warning.
 */
export async function answerQuestion(
  { markdown, metadata, model, question, url, warn }: Asked,
  signal: AbortSignal,
): Promise<string> {
  const found = await searchPage({ markdown: String(markdown), query: question, language: metadata.language }, signal);
  const { answer: data, warning } = answerByRules(found, question);
  const prompt = [
    'Answer this question in one or two sentences and in its language, from the page alone.',
    `Write only ${NONE} if the page does not answer it.`,
    `Question: ${question}`,
  ].join('\n');
  const rules = { data, sources: [], missing: [], ...(warning === undefined ? {} : { warning }) };
  const answer = await model.extract({ answer: 'text', text: bestPassages(found), prompt, url, rules }, signal);
  if (answer.warning) warn(answer.warning);
  const text = String(answer.value ?? '').trim();
  if (text !== '' && text.replace(/[.\s"']/g, '') !== NONE) return text;
  if (!answer.warning) warn(nothingMatches(question));
  return '';
}

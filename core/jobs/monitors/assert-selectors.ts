import { AppError } from '../../common/errors';
import type { MonitorRequest } from '../../common/saved-job';
import { selectorError } from '../../contract/selectors';

/** Throws BAD_REQUEST for an invalid selector, which would make every check fail. */
export function assertSelectors({ ignoreSelectors = [] }: Pick<MonitorRequest, 'ignoreSelectors'>): void {
  for (const [index, selector] of ignoreSelectors.entries()) {
    const problem = selectorError(selector);
    if (problem === undefined) continue;
    const message = `Invalid selector "${selector}": ${problem}`;
    throw new AppError('BAD_REQUEST', message, {
      details: [{ code: 'custom', path: ['ignoreSelectors', index], message }],
    });
  }
}

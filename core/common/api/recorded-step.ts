import { z } from 'zod';
import { liveInput } from '../live';

const node = z.int().min(1).describe('ID of the element in the mirror, the streamed copy of the page.');

/** Schema of an input recorded in a live page: an action, or an element to wait for. */
export const recordInput = z.discriminatedUnion('type', [
  ...liveInput.options,
  z.strictObject({ type: z.literal('waitFor'), node }),
]);

/** An input recorded in a live page. */
export type RecordInput = z.output<typeof recordInput>;

/** Schema of the data that identifies a step's element when the selector no longer matches. */
export const stepElement = z.strictObject({
  tag: z.string().max(100).describe('Tag name of the element, e.g. `button`.'),
  label: z.string().max(200).describe('Text, label or placeholder of the element; empty if it has none.'),
  selectors: z.array(z.string().max(1000)).max(10).describe('Selectors that matched the element, most stable first.'),
});

/** Data that identifies a step's element when the selector no longer matches. */
export type StepElement = z.output<typeof stepElement>;

/** Schema of a recorded step: a scrape action and its element. */
export const recordedStep = z.object({
  action: z.looseObject({ type: z.string() }).describe('Action in the same form as in the `actions` of a scrape.'),
  element: stepElement
    .optional()
    .describe('Element that the action applies to; absent for actions without an element.'),
});

/** A recorded step. */
export type RecordedStep = z.output<typeof recordedStep>;

/** Schema of the result of recording an input. */
export const recordedSteps = z.object({
  steps: z.array(recordedStep).describe('Steps to append.'),
  replaces: z.int().min(0).describe('Number of previous steps that `steps` replaces, e.g. 1 while the user is typing.'),
  warning: z.string().optional().describe('Why an interaction was not recorded as a step.'),
});

/** Result of recording an input. */
export type RecordedSteps = z.output<typeof recordedSteps>;

/** Schema of the result of replaying a step. */
export const performedStep = z.object({
  error: z.string().optional().describe('Why the step failed; absent if it succeeded.'),
  offer: z
    .string()
    .optional()
    .describe('Selector that matches the element now, if the recorded selector no longer does.'),
});

/** Result of replaying a step. */
export type PerformedStep = z.output<typeof performedStep>;

/** Schema of a screenshot of the live page. */
export const livePicture = z.object({
  data: z.string().describe('Screenshot as a base64-encoded JPEG.'),
  size: z.tuple([z.number(), z.number()]).describe('Width and height in pixels.'),
});

/** Response with the names of the secrets deleted along with a recording. */
export const forgottenAnswer = z.object({
  removed: z.array(z.string()).describe('Names of the deleted secrets.'),
});

import type { RecordedStep, RecordedSteps, RecordInput, StepElement } from '../../common/api/recorded-step';
import type { LiveInput } from '../../common/live';
import type { ActionRequest } from '../../common/model';
import type { LiveTab, TabField, TabScroll } from '../../net/engines/live-tab';
import type { SavedSecrets } from '../../platform/secrets/saved-secrets';
import type { LiveSession } from '../live-session';
import { elementOf } from './find-element';
import { TypedSecret } from './typed-secret';

/** The last recorded step, which the next input may still change. */
type Last =
  | { readonly kind: 'click'; readonly node: number | undefined }
  | { readonly kind: 'scroll'; readonly node: number | undefined; readonly from: number; count: number }
  | Typing;

interface Typing {
  readonly kind: 'typing';
  readonly node: number;
  readonly element: StepElement;
  /** True when the field already contained text. */
  readonly replace: boolean;
  /** True when the field must be clicked before the text is entered. */
  readonly click: boolean;
  readonly secret?: TypedSecret;
  count: number;
}

type InputOf<T extends RecordInput['type']> = Extract<RecordInput, { type: T }>;

const nothing: RecordedSteps = { steps: [], replaces: 0 };
const unnamed =
  'This action was not recorded as a step, because no selector matches the element. Steps cannot use elements in frames or closed shadow roots.';

/** Forwards user input to a live page and records it as steps, which are scrape actions. */
export class Recorder {
  readonly #made = new Set<string>();
  #last: Last | undefined;
  #turn: Promise<unknown> = Promise.resolve();

  constructor(
    private readonly session: LiveSession,
    private readonly secrets: SavedSecrets,
  ) {}

  /** Forwards a user's input to the page and returns the recorded steps. Inputs are handled one at a time. */
  record(input: RecordInput): Promise<RecordedSteps> {
    const steps = this.#turn.then(() => this.session.work((tab) => this.#record(tab, input)));
    this.#turn = steps.catch(() => undefined);
    return steps;
  }

  /** Deletes a secret that was created by this recording. Returns false for any other secret. */
  async forget(name: string): Promise<boolean> {
    if (!this.#made.delete(name)) return false;
    await this.secrets.remove(name).catch(() => undefined);
    return true;
  }

  #record(tab: LiveTab, input: RecordInput): Promise<RecordedSteps> {
    switch (input.type) {
      case 'press':
      case 'insert':
        return this.#key(tab, input);
      case 'scroll':
        return this.#scroll(tab, input, input.node);
      case 'wheel':
        return this.#scroll(tab, input, undefined);
      case 'type':
        return this.#type(tab, input);
      case 'clickAt':
        return this.#clickAt(tab, input);
      default:
        return this.#onElement(tab, input, input.node);
    }
  }

  /** Handles a click, a hover, the choice of an option, or the choice of an element to wait for. */
  async #onElement(
    tab: LiveTab,
    input: InputOf<'click' | 'hover' | 'choose' | 'waitFor' | 'clickAt'>,
    node: number | undefined,
  ): Promise<RecordedSteps> {
    const element = node === undefined ? undefined : await elementOf(tab, await this.session.document(), node);
    if (input.type !== 'waitFor') await this.session.act(input);
    this.#last = { kind: 'click', node };
    const selector = element?.selectors[0];
    if (!selector) return { ...nothing, warning: unnamed };
    return { steps: [{ action: actionOn(input, selector), element }], replaces: 0 };
  }

  async #clickAt(tab: LiveTab, input: InputOf<'clickAt'>): Promise<RecordedSteps> {
    const found = await tab.elementAt(input.x, input.y);
    return this.#onElement(tab, input, found?.isBeyond ? undefined : found?.node);
  }

  async #key(tab: LiveTab, input: InputOf<'press' | 'insert'>): Promise<RecordedSteps> {
    const field = await tab.field();
    if (field && isText(input, await this.#isMultiline(field))) return this.#typed(tab, field, input);
    await this.session.act(input);
    if (input.type === 'insert') return { ...nothing, warning: 'Click a text field before you paste.' };
    if (this.#last?.kind === 'typing' && /^(?:Arrow(?:Left|Right)|Home|End)$/.test(input.key)) return nothing;
    this.#last = undefined;
    return { steps: [{ action: { type: 'press', key: input.key } }], replaces: 0 };
  }

  async #type(tab: LiveTab, input: InputOf<'type'>): Promise<RecordedSteps> {
    const field = await tab.field(input.node);
    if (field) return this.#typed(tab, field, input);
    await this.session.act(input);
    return { ...nothing, warning: unnamed };
  }

  /**
   * Forwards text input to a field and records the field's new text. Steps contain text, not keys, so corrections are
   * not recorded.
   */
  async #typed(tab: LiveTab, field: TabField, input: LiveInput): Promise<RecordedSteps> {
    const typing = this.#typing(field) ?? (await this.#begin(tab, field));
    await this.session.act(input);
    if (!typing) return { ...nothing, warning: unnamed };
    const now = (await tab.field(typing.node))?.value ?? '';
    const steps = await stepsOf(typing, now);
    const replaces = typing.count;
    typing.count = steps.length;
    this.#last = typing;
    return { steps, replaces };
  }

  #typing({ node }: TabField): Typing | undefined {
    return this.#last?.kind === 'typing' && this.#last.node === node ? this.#last : undefined;
  }

  async #begin(tab: LiveTab, field: TabField): Promise<Typing | undefined> {
    const { node, value, isSecret, origin } = field;
    const element = await elementOf(tab, await this.session.document(), node);
    if (!element || (isSecret && origin === 'null')) return undefined;
    const click = !(this.#last?.kind === 'click' && this.#last.node === node);
    const secret = isSecret ? { secret: new TypedSecret(this.secrets, origin, element.label, this.#made) } : {};
    return { kind: 'typing', node, element, replace: value !== '', click, ...secret, count: 0 };
  }

  async #isMultiline({ node }: TabField): Promise<boolean> {
    const element = (await this.session.document()).nodeOf(node);
    return element !== undefined && 'name' in element && element.name !== 'input';
  }

  async #scroll(tab: LiveTab, input: InputOf<'scroll' | 'wheel'>, node: number | undefined): Promise<RecordedSteps> {
    const before = await tab.scrolled(node);
    await this.session.act(input);
    const now = await tab.scrolled(node);
    if (!before || !now || now.y === before.y) return nothing;
    const last = this.#last?.kind === 'scroll' && this.#last.node === node ? this.#last : undefined;
    const scrolling = last ?? { kind: 'scroll' as const, node, from: before.y, count: 0 };
    const element = node === undefined ? undefined : await elementOf(tab, await this.session.document(), node);
    if (node !== undefined && !element) return { ...nothing, warning: unnamed };
    const steps = scrollSteps(scrolling.from, now, element);
    const replaces = scrolling.count;
    scrolling.count = steps.length;
    this.#last = scrolling;
    return { steps, replaces };
  }
}

/** True for keys that change a field's text. */
function isText(input: InputOf<'press' | 'insert'>, isMultiline: boolean): boolean {
  if (input.type === 'insert') return true;
  return (
    [...input.key].length === 1 ||
    /^(?:Space|Backspace|Delete)$/.test(input.key) ||
    (isMultiline && input.key === 'Enter')
  );
}

function actionOn(
  input: InputOf<'click' | 'hover' | 'choose' | 'waitFor' | 'clickAt'>,
  selector: string,
): ActionRequest {
  if (input.type === 'waitFor') return { type: 'wait', selector };
  if (input.type === 'choose') return { type: 'choose', selector, value: input.value };
  return { type: input.type === 'clickAt' ? 'click' : input.type, selector };
}

/** Returns the steps that enter text into a field. */
async function stepsOf({ element, click, replace, secret }: Typing, value: string): Promise<RecordedStep[]> {
  const focus = click ? [{ action: { type: 'click', selector: element.selectors[0] }, element }] : [];
  if (value === '') return focus;
  const what = secret ? { secret: await secret.keep(value) } : { text: value };
  return [...focus, { action: { type: 'write', ...what, ...(replace ? { replace } : {}) } }];
}

const maxViews = 10;
/** Maximum distance in pixels from the end at which a scroll position counts as the end. */
const nearEnd = 4;

/**
 * Returns the steps that scroll a page or an element from an earlier position to the current one. Each step scrolls by
 * a full viewport or to the end.
 */
export function scrollSteps(from: number, { y, view, whole }: TabScroll, element?: StepElement): RecordedStep[] {
  const direction = y < from ? ('up' as const) : ('down' as const);
  const where = element ? { selector: element.selectors[0] } : {};
  const step = (more: { readonly toEnd?: true }): RecordedStep => ({
    action: { type: 'scroll', direction, ...where, ...more },
    ...(element ? { element } : {}),
  });
  const views = Math.round(Math.abs(y - from) / Math.max(1, view));
  const isEnd = direction === 'up' ? y <= nearEnd : y + view >= whole - nearEnd;
  if (isEnd && y !== from) return [step({ toEnd: true })];
  return Array.from({ length: Math.min(views, maxViews) }, () => step({}));
}

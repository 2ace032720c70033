import { AppError } from '../../../../common/errors';
import type { LiveInput } from '../../../../common/live';
import type { PuppeteerPage } from '../live-page';
import type { PageSlot } from '../page-slot';
import { untilAborted } from '../until-aborted';
import { frameOffset } from './tab-nodes';

type InputOf<T extends LiveInput['type']> = Extract<LiveInput, { type: T }>;

/** A point in the viewport. */
interface Target {
  readonly x: number;
  readonly y: number;
  /** False when another element covers the target. */
  readonly open: boolean;
}

/**
 * Scrolls an element into view and returns its centre, including frame offsets. Returns null if the element no longer
 * exists.
 */
const locate = (node: number): string => `(() => {
  const element = globalThis.rrwebRecord.record.mirror.getNode(${node});
  if (!element?.isConnected || !element.getBoundingClientRect) return null;
  element.scrollIntoView({ block: 'center', inline: 'center', behavior: 'instant' });
  const box = element.getBoundingClientRect();
  const x = box.x + box.width / 2, y = box.y + box.height / 2;
  const top = element.getRootNode().elementFromPoint?.(x, y);
  const open = box.width > 0 && box.height > 0 && (top === element || element.contains(top));
  const offset = (${frameOffset})(element);
  return { x: x + offset.x, y: y + offset.y, open };
})()`;

/** Runs `work` with the element for a mirror node. Returns false if the element no longer exists. */
const withElement = (node: number, work: string): string => `(() => {
  const element = globalThis.rrwebRecord.record.mirror.getNode(${node});
  if (!element?.isConnected) return false;
  ${work}
  return true;
})()`;

/** Forwards input from the mirror to the page. */
export class TabInput {
  constructor(
    private readonly slot: PageSlot,
    private readonly live: PuppeteerPage,
  ) {}

  async act(input: LiveInput, signal: AbortSignal): Promise<void> {
    if (input.type === 'press') await this.press(input, signal);
    else if (input.type === 'click') await this.click(input, signal);
    else if (input.type === 'clickAt') await untilAborted(this.slot.page.mouse.click(input.x, input.y), signal);
    else if (input.type === 'wheel') await this.wheel(input, signal);
    else if (input.type === 'hover') await this.hover(input, signal);
    else if (input.type === 'type') await this.type(input, signal);
    else if (input.type === 'insert') await untilAborted(this.slot.page.keyboard.sendCharacter(input.text), signal);
    else if (input.type === 'choose') await this.choose(input);
    else await this.scroll(input);
  }

  private async press({ key }: InputOf<'press'>, signal: AbortSignal): Promise<void> {
    try {
      await this.live.press(key, signal);
    } catch (thrown) {
      if (signal.aborted) throw thrown;
      throw new AppError('BAD_REQUEST', `\`${key}\` is not a key; use a name such as \`Enter\` or \`Control+A\`.`, {
        cause: thrown,
      });
    }
  }

  private async wheel({ x, y, by }: InputOf<'wheel'>, signal: AbortSignal): Promise<void> {
    await this.live.moveMouse({ x, y }, signal);
    await untilAborted(this.slot.page.mouse.wheel({ deltaY: by }), signal);
  }

  private async click({ node }: InputOf<'click'>, signal: AbortSignal): Promise<void> {
    const { x, y, open } = await this.locate(node);
    if (open) await untilAborted(this.slot.page.mouse.click(x, y), signal);
    else await this.run(node, 'element.click?.();');
  }

  private async hover({ node }: InputOf<'hover'>, signal: AbortSignal): Promise<void> {
    const { x, y } = await this.locate(node);
    await this.live.moveMouse({ x, y }, signal);
  }

  private async type({ node, text }: InputOf<'type'>, signal: AbortSignal): Promise<void> {
    await this.run(node, `element.focus?.(); element.select ? element.select() : document.execCommand('selectAll');`);
    if (text === '') await this.live.press('Delete', signal);
    else await untilAborted(this.slot.page.keyboard.sendCharacter(text), signal);
  }

  private choose({ node, value }: InputOf<'choose'>): Promise<void> {
    return this.run(
      node,
      `element.value = ${JSON.stringify(value)};
      for (const name of ['input', 'change']) element.dispatchEvent(new Event(name, { bubbles: true }));`,
    );
  }

  private scroll({ node, x, y }: InputOf<'scroll'>): Promise<void> {
    const to = `{ left: ${x}, top: ${y}, behavior: 'instant' }`;
    if (node === undefined) return this.slot.watch.evaluate<void>(`scrollTo(${to})`);
    return this.run(node, `(element.scrollTo ?? scrollTo).call(element.scrollTo ? element : window, ${to});`);
  }

  private async locate(node: number): Promise<Target> {
    return (await this.slot.watch.evaluate<Target | null>(locate(node))) ?? missing();
  }

  private async run(node: number, work: string): Promise<void> {
    if (!(await this.slot.watch.evaluate<boolean>(withElement(node, work)))) missing();
  }
}

function missing(): never {
  throw new AppError('CONFLICT', 'The element is no longer on the page; choose another element.');
}

import { type FeatureRows, inSteps } from './feature-table';
import { log } from './logs';
import { between, type PageStructure } from './page-structure';

const WIDTH = 7;
const SHARE = 5;
const LEVELS = 5;

/** Features of the containers around blocks. Blocks share most of their containers, so each is measured once. */
export class ContainerFeatures {
  private readonly steps: Int32Array;
  private readonly measured: Uint8Array;
  private readonly total: number;

  constructor(private readonly structure: PageStructure) {
    const { page, sums } = structure;
    this.steps = new Int32Array(page.elements.length * WIDTH);
    this.measured = new Uint8Array(page.elements.length);
    this.total = between(sums.words, 0, page.blocks.length) + 1;
  }

  /** Writes the share of the page's words an element holds. */
  addShare(out: FeatureRows, element: number): void {
    const at = this.place(element) + SHARE;
    out.pushSteps(this.steps, at, at + 1);
  }

  /** Writes the features of a block's own container and of the four next wider ones. */
  addAround(out: FeatureRows, index: number, inner: number): void {
    const { page, wider } = this.structure;
    let element = inner;
    for (let level = 0; level < LEVELS; level++) {
      const at = this.place(element);
      const { firstBlock = 0, endBlock = 0 } = page.elements[element] ?? {};
      out.pushSteps(this.steps, at, at + WIDTH - 1);
      out.push(level === 0 ? index - firstBlock : (index - firstBlock) / (endBlock - firstBlock + 1));
      out.pushSteps(this.steps, at + WIDTH - 1, at + WIDTH);
      element = wider[element] ?? 0;
    }
  }

  /** Where the numbers of an element are, which are found when first asked for. */
  private place(element: number): number {
    const at = element * WIDTH;
    if (this.measured[element] === 1) return at;
    this.measured[element] = 1;
    const { page, sums } = this.structure;
    const { firstBlock: from = 0, endBlock: to = 0 } = page.elements[element] ?? {};
    const size = between(sums.words, from, to);
    const { steps } = this;
    steps[at] = inSteps(log(size));
    steps[at + 1] = inSteps(between(sums.linkWords, from, to) / (size + 1));
    steps[at + 2] = inSteps(between(sums.longWords, from, to) / (size + 1));
    steps[at + 3] = inSteps(log(to - from));
    steps[at + 4] = inSteps(size / (to - from + 1));
    steps[at + SHARE] = inSteps(size / this.total);
    steps[at + 6] = inSteps(between(sums.stops, from, to) / (size + 1));
    return at;
  }
}

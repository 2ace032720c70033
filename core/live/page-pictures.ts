import type { LiveTab, TabPicture } from '../engines/live-tab';
import type { LiveStream } from './live-stream';

/** Sends the page as it is painted to the windows that want that, at the pace of the fastest of them. */
export class PagePictures {
  readonly #wanting = new Set<LiveStream>();

  constructor(private readonly tab: () => LiveTab | undefined) {}

  /** Starts or ends the pictures of one window. */
  async want(stream: LiveStream, on: boolean): Promise<void> {
    const had = this.#wanting.size > 0;
    if (on) this.#wanting.add(stream);
    else this.#wanting.delete(stream);
    if (had !== this.#wanting.size > 0) await this.restart();
  }

  /** Starts them in the present page, when a window wants them. */
  async restart(): Promise<void> {
    const take = async (picture: TabPicture): Promise<void> => {
      await Promise.race([...this.#wanting].map((stream) => stream.picture(picture)));
    };
    await this.tab()?.pictures(this.#wanting.size > 0 ? take : undefined);
  }
}

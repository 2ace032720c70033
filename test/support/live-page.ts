import { inflateRawSync } from 'node:zlib';
import type { LiveMessage, MirrorNode } from '../../core/common/live';
import type { RunningTestEngine } from './engine';

/** A live page in an engine, and the IDs of its elements. */
export interface OpenPage {
  readonly id: string;
  /** Resolves with the ID of the element that has the given text, once the page shows it. */
  idOf(text: string): Promise<number>;
  /** Sends a POST request to a route of the live page. Returns the response. */
  post(path: string, body?: object): ReturnType<RunningTestEngine['call']>;
  close(): Promise<void>;
}

/** Opens a live page as the UI does. */
export async function openLivePage(engine: RunningTestEngine, url: string, options: object = {}): Promise<OpenPage> {
  const { id } = (await engine.call('POST', '/local/live', { ...options, url })).body;
  const socket = new WebSocket(`${engine.url.replace('http', 'ws')}/local/live/${id}/stream`, engine.key);
  socket.binaryType = 'arraybuffer';
  const ids = new Map<string, number>();
  const waiting = new Set<() => void>();
  const read = (node: MirrorNode, parent: number): void => {
    const text = node.text?.trim();
    if (node.tag === undefined && text) ids.set(text, parent);
    for (const child of [...(node.children ?? []), ...(node.shadow ?? [])]) read(child, node.id);
  };
  socket.onmessage = ({ data }) => {
    const plain = typeof data === 'string' ? data : inflateRawSync(Buffer.from(data)).toString();
    const message: LiveMessage = JSON.parse(plain);
    if (message.type === 'page') {
      ids.clear();
      for (const node of message.nodes) read(node, 0);
    }
    if (message.type === 'changes')
      for (const change of message.changes) if (change.type === 'add') read(change.node, change.parent);
    if (message.type !== 'facts') socket.send('{"type":"shown"}');
    for (const wake of waiting) wake();
  };
  const idOf = (text: string): Promise<number> =>
    new Promise((resolve) => {
      const look = (): void => {
        const found = ids.get(text);
        if (found === undefined) return;
        waiting.delete(look);
        resolve(found);
      };
      waiting.add(look);
      look();
    });
  return {
    id,
    idOf,
    post: (path, body) => engine.call('POST', `/local/live/${id}/${path}`, body),
    close: async () => {
      socket.close();
      await engine.call('DELETE', `/local/live/${id}`);
    },
  };
}

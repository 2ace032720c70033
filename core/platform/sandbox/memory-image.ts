/** Size of the blocks in which memory is compared, copied and cleared, in bytes. */
const blockBytes = 64 * 1024;
const zeros = Buffer.alloc(blockBytes);

/**
 * A copy of a guest's memory, without the blocks that contain only zeros. Two thirds of the memory are never written.
 * Checking a block that was never written is faster than clearing it, and does not make the operating system allocate
 * the block.
 */
export class MemoryImage {
  readonly #parts: { readonly start: number; readonly bytes: Uint8Array }[] = [];

  constructor(from: ArrayBuffer) {
    const memory = Buffer.from(from);
    for (let at = 0; at < memory.length; at += blockBytes) {
      if (isZero(memory, at)) continue;
      const start = at;
      while (at < memory.length && !isZero(memory, at)) at += blockBytes;
      this.#parts.push({ start, bytes: new Uint8Array(memory.subarray(start, at)) });
    }
  }

  /** Restores the copied blocks and clears all other blocks, including those added after the copy was made. */
  restore(to: ArrayBuffer): void {
    const memory = Buffer.from(to);
    let end = 0;
    for (const { start, bytes } of this.#parts) {
      clear(memory, end, start);
      memory.set(bytes, start);
      end = start + bytes.length;
    }
    clear(memory, end, memory.length);
  }
}

const isZero = (memory: Buffer, at: number): boolean => memory.compare(zeros, 0, blockBytes, at, at + blockBytes) === 0;

/** Clears the blocks in a range. Skips blocks that contain only zeros. */
function clear(memory: Buffer, from: number, to: number): void {
  for (let at = from; at < to; at += blockBytes) if (!isZero(memory, at)) memory.fill(0, at, at + blockBytes);
}

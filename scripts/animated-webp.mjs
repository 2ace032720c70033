/**
 * Joins lossy WebP images of the same size into an animated WebP, following the WebP container specification. Copies
 * the images unchanged, so no encoder is needed.
 */

/** Yields the name and content of each chunk in a WebP file. */
function* chunksOf(image) {
  if (image.toString('latin1', 0, 4) !== 'RIFF' || image.toString('latin1', 8, 12) !== 'WEBP')
    throw new Error('The image is not a WebP image.');
  for (let at = 12; at + 8 <= image.length; ) {
    const size = image.readUInt32LE(at + 4);
    yield { name: image.toString('latin1', at, at + 4), data: image.subarray(at + 8, at + 8 + size) };
    at += 8 + size + (size % 2);
  }
}

function chunk(name, data) {
  const head = Buffer.alloc(8);
  head.write(name, 'latin1');
  head.writeUInt32LE(data.length, 4);
  return Buffer.concat([head, data, Buffer.alloc(data.length % 2)]);
}

/** Returns an animation that loops forever. Each frame consists of an image and its duration in ms. */
export function animatedWebp(frames, { width, height }) {
  const canvas = Buffer.alloc(10);
  // Animation flag.
  canvas[0] = 0x02;
  canvas.writeUIntLE(width - 1, 4, 3);
  canvas.writeUIntLE(height - 1, 7, 3);
  // Sets a white background and an infinite loop.
  const animation = Buffer.from([0xff, 0xff, 0xff, 0xff, 0, 0]);
  const parts = frames.map(({ image, ms }) => {
    const head = Buffer.alloc(16);
    head.writeUIntLE(width - 1, 6, 3);
    head.writeUIntLE(height - 1, 9, 3);
    head.writeUIntLE(ms, 12, 3);
    // Replaces the previous frame's pixels instead of blending with them.
    head[15] = 0x02;
    const picture = [...chunksOf(image)].filter(({ name }) => ['ALPH', 'VP8 ', 'VP8L'].includes(name));
    return chunk('ANMF', Buffer.concat([head, ...picture.map(({ name, data }) => chunk(name, data))]));
  });
  const body = Buffer.concat([Buffer.from('WEBP'), chunk('VP8X', canvas), chunk('ANIM', animation), ...parts]);
  return chunk('RIFF', body);
}

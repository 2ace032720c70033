/** Node versions that Gleaner supports. */

const oldestNode = [24, 13];

/** True if this Node version can run Gleaner. */
export function isNewEnough(version) {
  const [major = 0, minor = 0] = version.replace(/^v/, '').split('.').map(Number);
  return major > oldestNode[0] || (major === oldestNode[0] && minor >= oldestNode[1]);
}

/** Returns a message with the required and the current Node version. */
export const nodeIsTooOld = () => `Node.js ${oldestNode.join('.')} or newer is needed; this is ${process.version}`;

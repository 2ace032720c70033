import { randomBytes } from 'node:crypto';
import type { SecretKeeper } from './secret-vault';

const probeTimeoutMs = 2000;

/** Why a keeper cannot be used on this machine, or undefined when a random secret went in, came back and was deleted. */
export async function whyUnusable(keeper: SecretKeeper, timeoutMs = probeTimeoutMs): Promise<string | undefined> {
  const name = `probe-${randomBytes(8).toString('hex')}`;
  const secret = randomBytes(16).toString('base64');
  try {
    return await within(timeoutMs, tryOut(keeper, name, secret));
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

async function tryOut(keeper: SecretKeeper, name: string, secret: string): Promise<string | undefined> {
  await keeper.set(name, secret);
  const back = await keeper.get(name);
  await keeper.delete(name);
  return back === secret ? undefined : 'what was stored did not come back';
}

/** A keychain may wait for a person to unlock it; it is passed over then rather than waited for. */
function within<T>(timeoutMs: number, work: Promise<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error(`no answer within ${timeoutMs / 1000} s`)), timeoutMs);
    work.then(resolve, reject).finally(() => clearTimeout(timer));
  });
}

import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { z } from 'zod';
import { AppError } from '../../common/errors';
import {
  type SecretKeeper,
  type SecretVault,
  type VaultKind,
  type VaultReport,
  vaultKinds,
} from '../../ports/secret-vault';
import { readIfExists, writePrivateFile } from '../data-folder/private-file';

const sentences: Readonly<Record<VaultKind, string>> = {
  keytar: "Secrets are stored in the system's keychain.",
  keyring: "Secrets are stored in the system's keychain.",
  file: 'Secrets are stored in an encrypted file in the data folder, because no system keychain is available.',
  memory: 'Secrets are lost when Gleaner quits, because this machine has no place to store them.',
};

/**
 * Schema of the file that records where each secret is stored. The file is needed because one keychain library cannot
 * see the secrets that another library has stored.
 */
const placesFile = z.object({ version: z.literal(1), places: z.record(z.string(), z.enum(vaultKinds)) });

interface Choice {
  readonly keeper: SecretKeeper;
  readonly passedOver: VaultReport['passedOver'];
}

/**
 * Vault that combines several secret stores (keepers). New secrets are stored in the first usable keeper. A secret in
 * another keeper is moved to the first usable keeper when it is read.
 */
export class LayeredVault implements SecretVault {
  private readonly path: string;
  private chosen: Promise<Choice> | undefined;
  private known: Promise<Map<string, VaultKind>> | undefined;
  private turn: Promise<unknown> = Promise.resolve();

  /** `keepers` are in order of preference. No keeper is opened or probed before the first call. */
  constructor(
    folder: string,
    private readonly keepers: readonly SecretKeeper[],
  ) {
    this.path = join(folder, 'vault-places.json');
  }

  get(name: string): Promise<string | undefined> {
    return this.serialize(() => this.read(name));
  }

  set(name: string, secret: string): Promise<void> {
    return this.serialize(() => this.store(name, secret));
  }

  create(name: string, secret: string): Promise<string> {
    return this.serialize(async () => {
      const known = await this.read(name);
      if (known === undefined) await this.store(name, secret);
      return known ?? secret;
    });
  }

  delete(name: string): Promise<boolean> {
    return this.serialize(async () => {
      const holder = await this.holderOf(name);
      const existed = await holder
        ?.delete(name)
        .catch((error) => Promise.reject(unreachable(name, holder.kind, error)));
      await this.note(name, undefined);
      return existed ?? false;
    });
  }

  names(): Promise<readonly string[]> {
    return this.serialize(async () => [...(await this.places()).keys()]);
  }

  async report(): Promise<VaultReport> {
    const { keeper, passedOver } = await this.choice();
    return { kind: keeper.kind, sentence: sentences[keeper.kind], passedOver };
  }

  private async read(name: string): Promise<string | undefined> {
    const holder = await this.holderOf(name);
    const secret = await holder?.get(name).catch((error) => Promise.reject(unreachable(name, holder.kind, error)));
    const { keeper } = await this.choice();
    if (secret !== undefined && holder && holder !== keeper) await this.move(name, secret, holder, keeper);
    return secret;
  }

  private async store(name: string, secret: string): Promise<void> {
    const holder = await this.holderOf(name);
    const { keeper } = await this.choice();
    await this.move(name, secret, holder, keeper);
  }

  /**
   * Moves a secret to another keeper. Records the new location before deleting the old copy, so that a crash between
   * these steps cannot lose the secret.
   */
  private async move(name: string, secret: string, from: SecretKeeper | undefined, to: SecretKeeper): Promise<void> {
    await to.set(name, secret);
    await this.note(name, to.kind);
    if (from && from !== to) await from.delete(name).catch(() => false);
  }

  private async holderOf(name: string): Promise<SecretKeeper | undefined> {
    const kind = (await this.places()).get(name);
    return this.keepers.find((keeper) => keeper.kind === kind);
  }

  private choice(): Promise<Choice> {
    this.chosen ??= this.choose();
    return this.chosen;
  }

  private async choose(): Promise<Choice> {
    const passedOver: { kind: VaultKind; reason: string }[] = [];
    for (const keeper of this.keepers) {
      const reason = await unusableReason(keeper);
      if (reason === undefined) return { keeper, passedOver };
      passedOver.push({ kind: keeper.kind, reason });
    }
    const reasons = passedOver.map(({ kind, reason }) => `${kind}: ${reason}`).join('; ');
    throw new AppError('STORAGE_ERROR', `No secret store works on this machine (${reasons}).`);
  }

  /**
   * Returns where each secret is stored. The locations are cached, because no other process uses the data directory.
   */
  private places(): Promise<Map<string, VaultKind>> {
    this.known ??= readPlaces(this.path);
    return this.known;
  }

  private async note(name: string, kind: VaultKind | undefined): Promise<void> {
    const places = await this.places();
    const before = places.get(name);
    if (before === kind) return;
    if (kind) places.set(name, kind);
    else places.delete(name);
    if (kind === 'memory' && before === undefined) return;
    const lasting = Object.fromEntries([...places].filter(([, place]) => place !== 'memory'));
    await writePrivateFile(this.path, JSON.stringify({ version: 1, places: lasting }, undefined, 2));
  }

  /** Serializes operations, so that the recorded locations remain consistent with the secrets. */
  private serialize<T>(operation: () => Promise<T>): Promise<T> {
    const result = this.turn.then(operation);
    this.turn = result.catch(() => undefined);
    return result;
  }
}

async function readPlaces(path: string): Promise<Map<string, VaultKind>> {
  const bytes = await readIfExists(path);
  if (!bytes) return new Map();
  try {
    return new Map(Object.entries(placesFile.parse(JSON.parse(bytes.toString('utf8'))).places));
  } catch (error) {
    throw new AppError(
      'STORAGE_ERROR',
      `The file ${path} is damaged; restore it, or delete it and enter the secrets again.`,
      {
        cause: error,
      },
    );
  }
}

function unreachable(name: string, kind: VaultKind, cause: unknown): AppError {
  if (cause instanceof AppError) return cause;
  const message = cause instanceof Error ? cause.message : String(cause);
  const sentence = `The secret ${name} is kept in ${kind}, which is not responding (${message}); unlock it, or enter the secret again.`;
  return new AppError('STORAGE_ERROR', sentence, { cause });
}

const probeTimeoutMs = 2000;

/**
 * Returns the reason why a keeper cannot be used on this machine. Undefined if a random secret could be written, read
 * and deleted.
 */
export async function unusableReason(keeper: SecretKeeper, timeoutMs = probeTimeoutMs): Promise<string | undefined> {
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
  return back === secret ? undefined : 'the stored value could not be read back';
}

/** Returns the result of `work`. Rejects on timeout, e.g. while a keychain waits for the user to unlock it. */
function within<T>(timeoutMs: number, work: Promise<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error(`no answer within ${timeoutMs / 1000} s`)), timeoutMs);
    work.then(resolve, reject).finally(() => clearTimeout(timer));
  });
}

import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import type { Log } from '../../common/log';
import { moveAside, readIfExists, readSecretKey, writePrivateFile } from '../data-folder/private-file';

/**
 * Schema of the file with the ended sessions. Maps each session ID to the expiry of the session, in milliseconds since
 * 1970.
 */
const endedFile = z.object({ version: z.literal(1), ended: z.record(z.string(), z.number()) });

/** Session data that survives a restart. */
export interface SessionFiles {
  /** Random bytes used to sign the cookies. */
  readonly secret: Uint8Array;
  readonly ended: RevokedSessions;
}

/** Sessions that were ended before they expired. Their cookies are refused until the sessions would have expired. */
export interface RevokedSessions {
  has(id: string): boolean;
  /** Ends a session. Resolves once its ID has been stored. */
  add(id: string, expiresAt: number): Promise<void>;
}

/** Ended sessions, stored in a file in the data directory. */
class RevokedSessionsFile implements RevokedSessions {
  #saving: Promise<void> = Promise.resolve();

  constructor(
    private readonly path: string,
    private readonly expiries: Map<string, number>,
  ) {}

  has(id: string): boolean {
    return this.expiries.has(id);
  }

  add(id: string, expiresAt: number): Promise<void> {
    this.expiries.set(id, expiresAt);
    const saved = this.#saving.then(() => this.#save());
    this.#saving = saved.catch(() => undefined);
    return saved;
  }

  async #save(): Promise<void> {
    for (const [id, expiresAt] of this.expiries) if (expiresAt <= Date.now()) this.expiries.delete(id);
    await writePrivateFile(this.path, JSON.stringify({ version: 1, ended: Object.fromEntries(this.expiries) }));
  }
}

/**
 * Opens the session files in a data directory. If one of the files is damaged, ends all sessions and logs a warning.
 */
export async function openSessionFiles(dataDir: string, log: Log): Promise<SessionFiles> {
  const keyPath = join(dataDir, 'session.key');
  const endedPath = join(dataDir, 'ended-sessions.json');
  const ended = await readRevoked(endedPath);
  if (ended === undefined) {
    // Without the list of ended sessions, sessions that were signed out would become valid again. The signing key is
    // therefore deleted as well.
    const aside = await moveAside(endedPath);
    await rm(keyPath, { force: true });
    log.warn(`${endedPath} is damaged and was renamed to ${aside}; everyone must sign in again.`);
  }
  const options = { consequence: 'everyone must sign in again', warn: (sentence: string) => log.warn(sentence) };
  const secret = await readSecretKey(keyPath, options);
  return { secret, ended: new RevokedSessionsFile(endedPath, ended ?? new Map()) };
}

/** Returns the expiry of each ended session. Undefined if the file is damaged. */
async function readRevoked(path: string): Promise<Map<string, number> | undefined> {
  const bytes = await readIfExists(path);
  if (!bytes) return new Map();
  try {
    return new Map(Object.entries(endedFile.parse(JSON.parse(bytes.toString('utf8'))).ended));
  } catch {
    return undefined;
  }
}

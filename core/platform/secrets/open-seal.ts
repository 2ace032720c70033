import { AppError } from '../../common/errors';
import type { DocumentStore, StoredDocument } from '../../ports/document-store';
import type { SealedDocument } from './private-files';
import { Seal } from './seal';

/** Collections whose documents are encrypted with the seal. */
export const sealedCollections = ['vault', 'private-files'] as const;

/** Returns the documents of a collection. */
export type Documents = <T extends StoredDocument>(collection: string) => DocumentStore<T>;

/** Current key and, during a key rotation, the previous key, as strings. */
export interface SealKeys {
  readonly secretKey?: string;
  readonly secretKeyBefore?: string;
}

const [checkName, checkText] = ['secret key', 'gleaner'];

/**
 * Opens the seal for the secrets in a database. Undefined if no key is given and nothing is sealed. If the previous key
 * is given, reseals everything that was sealed with it. Throws BAD_REQUEST with advice if the key is missing or wrong.
 */
export async function openSeal(documents: Documents, keys: SealKeys): Promise<Seal | undefined> {
  const checks = documents<SealedDocument>('secret-key');
  const check = await checks.get(checkName);
  if (keys.secretKey === undefined) {
    if (!check) return undefined;
    throw new AppError(
      'BAD_REQUEST',
      'The secrets in the database are encrypted; set GLEANER_SECRET_KEY to the key they were encrypted with.',
    );
  }
  const seal = Seal.ofText(keys.secretKey, 'GLEANER_SECRET_KEY');
  const newCheck = { _id: checkName, sealed: seal.close(checkName, Buffer.from(checkText)) };
  if (!check && (await checks.add(newCheck))) return seal;
  const present = (check ?? (await checks.get(checkName)))?.sealed ?? '';
  if (opens(seal, present)) return seal;
  const before =
    keys.secretKeyBefore === undefined ? undefined : Seal.ofText(keys.secretKeyBefore, 'GLEANER_SECRET_KEY_BEFORE');
  if (!before || !opens(before, present)) throw wrongKey(before !== undefined);
  for (const collection of sealedCollections) await reseal(documents(collection), before, seal);
  await checks.put(newCheck);
  return seal;
}

const opens = (seal: Seal, sealed: string): boolean => {
  try {
    return seal.open(checkName, sealed).toString() === checkText;
  } catch {
    return false;
  }
};

/** Re-encrypts documents with a new key. Skips documents that an interrupted key rotation has already re-encrypted. */
async function reseal(documents: DocumentStore<SealedDocument>, before: Seal, after: Seal): Promise<void> {
  for (const { _id } of await documents.all())
    await documents.change(_id, ({ sealed }) => {
      try {
        after.open(_id, sealed);
        return {};
      } catch {
        return { sealed: after.close(_id, before.open(_id, sealed)) };
      }
    });
}

const wrongKey = (hasBefore: boolean): AppError =>
  new AppError(
    'BAD_REQUEST',
    hasBefore
      ? 'The secrets in the database cannot be decrypted with GLEANER_SECRET_KEY or GLEANER_SECRET_KEY_BEFORE. Set the key they were encrypted with.'
      : 'The secrets in the database were encrypted with a key other than GLEANER_SECRET_KEY. Set the correct key. If you are changing the key, set the old key as GLEANER_SECRET_KEY_BEFORE.',
  );

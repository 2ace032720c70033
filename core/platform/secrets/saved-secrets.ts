import { randomUUID } from 'node:crypto';
import { inject, injectable } from 'inversify';
import { AppError } from '../../common/errors';
import type { DocumentStore, StoredDocument } from '../../ports/document-store';
import { SecretVault } from '../../ports/secret-vault';

/** A saved secret as a stored document. The value of the secret is in the vault. */
export interface SecretDocument extends StoredDocument {
  /** Origin of the only site on which the secret may be typed. */
  readonly site: string;
  /** Name under which the value is stored in the vault. */
  readonly kept: string;
  /** Time at which the secret was saved, ISO 8601. */
  readonly savedAt: string;
}
/** Injection token for the documents that describe saved secrets, each identified by name. */
export const SecretDocuments = Symbol('SecretDocuments');

/** Description of a saved secret, without its value. */
export interface SavedSecret {
  readonly name: string;
  /** Origin of the only site on which the secret may be typed, e.g. `https://shop.example`. */
  readonly site: string;
  /** Time at which the secret was saved, ISO 8601. */
  readonly savedAt: string;
}

/**
 * Saved secrets. Steps refer to secrets by name. Values are stored in the vault, and a value is typed only into pages
 * of the site for which it was saved.
 */
@injectable()
export class SavedSecrets {
  constructor(
    @inject(SecretDocuments) private readonly documents: DocumentStore<SecretDocument>,
    @inject(SecretVault) private readonly vault: SecretVault,
  ) {}

  /** Returns all saved secrets, sorted by name. */
  async list(): Promise<readonly SavedSecret[]> {
    const documents = await this.documents.all();
    return documents.map(toSaved).sort((a, b) => a.name.localeCompare(b.name));
  }

  /** Saves a secret for a site. Replaces any secret with the same name. */
  async put(name: string, site: string, value: string): Promise<SavedSecret> {
    const kept = (await this.documents.get(name))?.kept ?? `typed-${randomUUID()}`;
    await this.vault.set(kept, value);
    const document = { _id: name, site, kept, savedAt: new Date().toISOString() };
    await this.documents.put(document);
    return toSaved(document);
  }

  /** Deletes a secret. Throws NOT_FOUND if the secret does not exist. */
  async remove(name: string): Promise<void> {
    const document = await this.documents.get(name);
    if (!document)
      throw new AppError('NOT_FOUND', `There is no saved secret "${name}"; see /local/secrets for the names.`);
    await this.vault.delete(document.kept);
    await this.documents.remove(name);
  }

  /** True if a secret with this name exists. */
  async has(name: string): Promise<boolean> {
    return (await this.documents.get(name)) !== undefined;
  }

  /**
   * True if a secret can be saved for a site without changing another secret. This is the case if the name is unused,
   * or if the secret with this name has the same site and value.
   */
  async fits(name: string, site: string, value: string): Promise<boolean> {
    const document = await this.documents.get(name);
    if (!document) return true;
    return document.site === site && (await this.vault.get(document.kept)) === value;
  }

  /**
   * Returns the value of a secret to type into a page with the given origin. Throws BAD_REQUEST if the secret does not
   * exist or belongs to another site.
   */
  async valueFor(name: string, origin: string): Promise<string> {
    const document = await this.documents.get(name);
    const value = document && (await this.vault.get(document.kept));
    if (value === undefined)
      throw new AppError(
        'BAD_REQUEST',
        `there is no saved secret "${name}"; record the step again, or save the secret with \`PUT /local/secrets/:name\``,
      );
    if (document?.site === origin) return value;
    const message = `the secret "${name}" is saved for ${document?.site}, so it is not typed on ${origin}`;
    throw new AppError('BAD_REQUEST', message);
  }
}

const toSaved = ({ _id: name, site, savedAt }: SecretDocument): SavedSecret => ({ name, site, savedAt });

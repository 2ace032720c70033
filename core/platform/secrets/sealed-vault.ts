import type { DocumentStore } from '../../ports/document-store';
import type { SecretVault, VaultReport } from '../../ports/secret-vault';
import type { SealedDocument } from './private-files';
import type { Seal } from './seal';

/** Vault in a fleet's database, shared by all nodes. Each secret is encrypted. */
export class SealedVault implements SecretVault {
  constructor(
    private readonly documents: DocumentStore<SealedDocument>,
    private readonly seal: Seal,
  ) {}

  async get(name: string): Promise<string | undefined> {
    const document = await this.documents.get(name);
    return document && this.seal.open(name, document.sealed).toString('utf8');
  }

  set(name: string, secret: string): Promise<void> {
    return this.documents.put({ _id: name, sealed: this.seal.close(name, Buffer.from(secret)) });
  }

  async create(name: string, secret: string): Promise<string> {
    if (await this.documents.add({ _id: name, sealed: this.seal.close(name, Buffer.from(secret)) })) return secret;
    return (await this.get(name)) ?? this.create(name, secret);
  }

  delete(name: string): Promise<boolean> {
    return this.documents.remove(name);
  }

  async names(): Promise<readonly string[]> {
    return (await this.documents.all()).map(({ _id }) => _id);
  }

  async report(): Promise<VaultReport> {
    const sentence = 'Secrets are stored in PostgreSQL, encrypted with GLEANER_SECRET_KEY.';
    return { kind: 'database', sentence, passedOver: [] };
  }
}

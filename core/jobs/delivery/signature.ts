import { createHmac } from 'node:crypto';

/** Prefix of a base64-encoded secret, as expected by Standard Webhooks libraries. */
export const secretPrefix = 'whsec_';

/** Message to sign. */
export interface SignedMessage {
  readonly webhookId: string;
  /** Time of this attempt, in milliseconds since 1970. */
  readonly sentAtMs: number;
  readonly body: Uint8Array;
}

/**
 * Returns the headers that authenticate a notification. `X-Service-Signature` and `X-Firecrawl-Signature` sign the body
 * with the first secret as a plain-text key. `webhook-signature` signs the ID, the time and the body with every secret,
 * so that secrets can be rotated. Its keys are the parts of the secrets after `whsec_`, decoded from Base64. A secret
 * without this prefix is used unchanged.
 */
export function signatureHeaders(message: SignedMessage, secrets: readonly [string, ...string[]]) {
  const { webhookId, sentAtMs, body } = message;
  const timestamp = String(Math.floor(sentAtMs / 1000));
  const signature = `sha256=${createHmac('sha256', secrets[0]).update(body).digest('hex')}`;
  const standard = secrets.map((secret) => {
    const signed = createHmac('sha256', standardKey(secret)).update(`${webhookId}.${timestamp}.`).update(body);
    return `v1,${signed.digest('base64')}`;
  });
  return {
    'x-service-signature': signature,
    'x-firecrawl-signature': signature,
    'webhook-id': webhookId,
    'webhook-timestamp': timestamp,
    'webhook-signature': standard.join(' '),
  };
}

const standardKey = (secret: string): Buffer =>
  secret.startsWith(secretPrefix) ? Buffer.from(secret.slice(secretPrefix.length), 'base64') : Buffer.from(secret);

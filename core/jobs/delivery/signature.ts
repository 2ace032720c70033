import { createHmac } from 'node:crypto';

/** Marks a secret whose text carries the key in base64, as the Standard Webhooks libraries expect it. */
export const secretPrefix = 'whsec_';

/** What is signed. */
export interface SignedMessage {
  readonly webhookId: string;
  /** When this try is made, in milliseconds since 1970. */
  readonly sentAtMs: number;
  readonly body: Uint8Array;
}

/**
 * The headers that let a receiver check who sent a notification. `X-Service-Signature` and `X-Firecrawl-Signature` sign
 * the body, keyed with the first secret's text. `webhook-signature` signs id, time and body, once for every secret, so
 * that receivers may change over to a new one; its key is what the text after `whsec_` encodes, or the whole text.
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

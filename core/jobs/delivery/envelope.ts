/** What a notification says (contract section 5). */
export interface Notice {
  readonly type: string;
  readonly jobId: string;
  readonly success: boolean;
  /** Wire documents of a page event; empty for most others. */
  readonly data: readonly unknown[];
  /** The caller's own data, sent back unchanged. */
  readonly metadata: Readonly<Record<string, unknown>>;
  readonly error?: string;
  readonly webhookId: string;
  /** ISO time of what happened, not of its sending: the same event has the same bytes whenever they are made. */
  readonly timestamp: string;
}

/** The exact bytes of a notification, made once and sent on every try. */
export function noticeBody(notice: Notice): Uint8Array {
  const { success, type, jobId, data, metadata, error, webhookId, timestamp } = notice;
  const envelope = { success, type, id: jobId, data, metadata, error: error ?? null, webhookId, timestamp };
  return Buffer.from(JSON.stringify(envelope));
}

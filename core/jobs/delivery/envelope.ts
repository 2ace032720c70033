/** Content of a notification. */
export interface Notice {
  readonly type: string;
  readonly jobId: string;
  readonly success: boolean;
  /** For a page event, contains the page's document in wire format. Empty for most other events. */
  readonly data: readonly unknown[];
  /** The caller's metadata, passed through unchanged. */
  readonly metadata: Readonly<Record<string, unknown>>;
  readonly error?: string;
  readonly webhookId: string;
  /** ISO time of the event, not of its delivery, so that every attempt sends the same bytes. */
  readonly timestamp: string;
}

/** Returns the bytes of a notification, which are the same for every attempt. */
export function noticeBody(notice: Notice): Uint8Array {
  const { success, type, jobId, data, metadata, error, webhookId, timestamp } = notice;
  const envelope = { success, type, id: jobId, data, metadata, error: error ?? null, webhookId, timestamp };
  return Buffer.from(JSON.stringify(envelope));
}

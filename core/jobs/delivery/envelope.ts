/** Content of a notification (contract section 5). */
export interface Notice {
  readonly type: string;
  readonly jobId: string;
  readonly success: boolean;
  /** Wire documents of a page event; empty for most others. */
  readonly data: readonly unknown[];
  /** Metadata of the caller, returned unchanged. */
  readonly metadata: Readonly<Record<string, unknown>>;
  readonly error?: string;
  readonly webhookId: string;
  /** ISO time of the event, not of its delivery, so that the bytes of an event never change. */
  readonly timestamp: string;
}

/** Builds the exact bytes of a notification, used for every attempt. */
export function noticeBody(notice: Notice): Uint8Array {
  const { success, type, jobId, data, metadata, error, webhookId, timestamp } = notice;
  const envelope = { success, type, id: jobId, data, metadata, error: error ?? null, webhookId, timestamp };
  return Buffer.from(JSON.stringify(envelope));
}

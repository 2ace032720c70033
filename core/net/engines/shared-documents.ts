import type { Hooks } from '../../contract/hooks';

const sharedDocument = /^\/(document|presentation|spreadsheets)\/d\/([\w-]+)(?:\/|$)/;

/** Returns the export URL of a shared Google document. Returns any other URL unchanged. */
export function exportAddress(address: string): string {
  const url = new URL(address);
  if (url.hostname !== 'docs.google.com') return address;
  const [, kind, id] = sharedDocument.exec(url.pathname) ?? [];
  if (!kind || !id || url.pathname.includes('/export')) return address;
  return kind === 'presentation'
    ? `https://docs.google.com/presentation/d/${id}/export/pdf`
    : `https://docs.google.com/${kind}/d/${id}/export?format=pdf`;
}

/** Fetches shared Google documents as exported PDFs, because their web pages are rendered by scripts. */
export function planSharedDocuments(hooks: Hooks): void {
  hooks.plan.tap('URLs of shared documents', (plan) => ({ ...plan, url: exportAddress(plan.url) }));
}

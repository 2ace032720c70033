import type { Hooks } from '../../contract/hooks';

const sharedDocument = /^\/(document|presentation|spreadsheets)\/d\/([\w-]+)(?:\/|$)/;

/** The address a shared Google document can be read at as a file; the address itself for everything else. */
export function exportAddress(address: string): string {
  const url = new URL(address);
  if (url.hostname !== 'docs.google.com') return address;
  const [, kind, id] = sharedDocument.exec(url.pathname) ?? [];
  if (!kind || !id || url.pathname.includes('/export')) return address;
  return kind === 'presentation'
    ? `https://docs.google.com/presentation/d/${id}/export/pdf`
    : `https://docs.google.com/${kind}/d/${id}/export?format=pdf`;
}

/** Fetches shared Google documents by their PDF export, since their pages draw themselves by script. */
export function planSharedDocuments(hooks: Hooks): void {
  hooks.plan.tap('addresses of shared documents', (plan) => ({ ...plan, url: exportAddress(plan.url) }));
}

import { openAsBlob } from 'node:fs';
import { basename } from 'node:path';

/** Returns a form with the file to upload and its options. */
export async function uploadForm(path: string, options: Readonly<Record<string, unknown>>): Promise<FormData> {
  const form = new FormData();
  form.append('options', JSON.stringify(options));
  form.append('file', await openAsBlob(path), basename(path));
  return form;
}

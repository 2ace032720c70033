import { openAsBlob } from 'node:fs';
import { basename } from 'node:path';

/** Returns a form that uploads a file with the given options. */
export async function uploadForm(path: string, options: Readonly<Record<string, unknown>>): Promise<FormData> {
  const form = new FormData();
  form.append('options', JSON.stringify(options));
  form.append('file', await openAsBlob(path), basename(path));
  return form;
}

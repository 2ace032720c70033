import { useScrapeForm } from '../../stores/scrape-form';
import { useScrapeRun } from '../../stores/scrape-run';
import { useScrapeSchema } from '../../stores/scrape-schema';

/** Parses local files with the form's options that apply to files. */
export function useFileReading() {
  const form = useScrapeForm();
  const run = useScrapeRun();
  const known = useScrapeSchema();
  let last: File | undefined;

  async function read(file: File): Promise<void> {
    last = file;
    const names = Object.keys(known.schema?.parse.properties ?? {});
    await run.parse(file, Object.fromEntries(Object.entries(form.request).filter(([name]) => names.includes(name))));
  }

  /** Returns the last file that was parsed. Undefined after `forget`. */
  const lastFile = (): File | undefined => last;
  const forget = (): void => {
    last = undefined;
  };
  return { read, lastFile, forget };
}

import { AppError, type OcrSettings } from '../../../../core/contract/plugin';
import { findLanguages, type LanguageFiles } from './language-files';
import { fromPng } from './png';
import { type ReadPass } from './read-image';
import { Recognizer } from './recognizer';

/** This thread's recognizer, reused for the next file. */
interface Running {
  readonly key: string;
  readonly recognizer: Recognizer;
}

let running: Running | undefined;

/** Text recognition for one file. */
export interface OcrSession {
  /** Returns a function that recognizes images. All calls to this function share the time limit `timeoutMs`. */
  reader(timeoutMs: number): ReadPass;
  /** Decodes an image file. */
  decode(image: Uint8Array, timeoutMs: number): ReturnType<Recognizer['decode']>;
  /** Warnings about languages for which no recognition data is available. */
  readonly warnings: readonly string[];
}

/** Prepares text recognition on this thread. The recognizer starts when first needed, and restarts after a failure. */
export async function openOcr(settings: OcrSettings): Promise<OcrSession> {
  const languages = await findLanguages(settings);
  return {
    reader(timeoutMs) {
      const endsAt = performance.now() + timeoutMs;
      return async (image, radians) =>
        (await recognizerFor(languages)).read(image, endsAt - performance.now(), radians);
    },
    decode: async (image, timeoutMs) =>
      (await fromPng(image)) ?? (await recognizerFor(languages)).decode(image, timeoutMs),
    warnings: languages.missing.map(
      (code) =>
        `The language data "${code}" for text recognition is missing; put ${code}.traineddata into the language folder set in Settings, or allow the download there.`,
    ),
  };
}

/** Stops this thread's recognizer, if any, and releases its memory. */
export async function endOcr(): Promise<void> {
  await running?.recognizer.end();
  running = undefined;
}

async function recognizerFor({ files }: LanguageFiles): Promise<Recognizer> {
  const key = JSON.stringify([...files]);
  if (running?.key === key && !running.recognizer.isEnded) return running.recognizer;
  await endOcr();
  const recognizer = await Recognizer.start(files).catch((thrown: unknown) => {
    const reason = thrown instanceof Error ? thrown.message : String(thrown);
    const languages = [...files.keys()].join(', ');
    throw new AppError(
      'UNKNOWN_ERROR',
      `Text recognition could not start (${reason}); check the recognition data for ${languages}.`,
    );
  });
  running = { key, recognizer };
  return recognizer;
}

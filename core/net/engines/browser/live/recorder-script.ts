import { readFileSync } from 'node:fs';
import { findPackageJSON } from 'node:module';
import { dirname, join } from 'node:path';
import { listenForSignals } from './page-signals';
import { markSheetUrls } from './sheet-urls';

/** Name of the function that reports the recorder's events. Only Gleaner's isolated world has this function. */
export const recorderBinding = 'gleanerTell';

/**
 * A page counts as busy if it has more than this number of changes within `windowMs`. A busy page is recorded in steps.
 */
const busyChanges = 6000;
const windowMs = 2000;
/** Maximum pause between two steps, in ms. */
const maxPauseMs = 16_000;

/**
 * Maximum length of an event, in characters. Longer events are dropped, because the engine holds each event in memory.
 */
const maxEventChars = 50 * 1024 * 1024;

/**
 * Script that starts the recorder in the isolated world of the top document. A page that keeps changing is recorded in
 * steps: the recorder pauses for a while, and reports the accumulated changes when it resumes.
 */
const start = (secret: string): string => `
  // Gleaner's isolated world has no custom element registry. The recorder queries the registry for each element, and
  // each failure is costly.
  Object.defineProperty(globalThis, 'customElements', { value: { get() {}, define() {} } });
  const { record } = globalThis.rrwebRecord;
  const tell = globalThis.${recorderBinding};
  let changes = 0, since = performance.now(), pause = 0, frozen = false;
  const goOn = () => { frozen = false; changes = 0; since = performance.now(); record.addCustomEvent('on', 0); };
  const freeze = () => {
    frozen = true;
    if (pause === 0) tell('{"type":"busy","data":{"busy":true}}');
    pause = Math.min(${maxPauseMs}, Math.max(1000, pause * 2));
    record.freezePage();
    setTimeout(goOn, pause);
  };
  const count = ({ texts, attributes, removes, adds }) => {
    const now = performance.now();
    if (now - since > ${windowMs}) {
      if (pause > 0 && changes < ${busyChanges} / 2) { pause = 0; tell('{"type":"busy","data":{"busy":false}}'); }
      changes = 0;
      since = now;
    }
    changes += texts.length + attributes.length + removes.length + adds.length;
    if (changes > ${busyChanges} && !frozen) setTimeout(freeze);
  };
  const emit = (event) => {
    if (event.type === 3 && event.data.source === 0) {
      for (const change of event.data.attributes) {
        if (change.attributes.style && typeof change.attributes.style === 'object') {
          change.attributes.style = record.mirror.getNode(change.id)?.getAttribute?.('style') ?? null;
        }
        renewLink(change);
      }
      resolveStyles(event.data);
      count(event.data);
    }
    if (event.type !== 2 && event.type !== 3 && event.type !== 4) return;
    const text = JSON.stringify(event);
    tell(text.length > ${maxEventChars} ? '{"type":"cut","data":{}}' : text);
    if (event.type === 2) tellClosed();
  };
  ${markSheetUrls(secret)}
  ${listenForSignals(secret)}
  const never = '${secret}';
  record({
    emit,
    recordAfter: 'DOMContentLoaded',
    // A page must not be able to hide content by using the recorder's well-known class names.
    blockClass: never, ignoreClass: never, maskTextClass: never,
    slimDOMOptions: { script: true, comment: true, headFavicon: true },
    sampling: { mousemove: false, mouseInteraction: false, scroll: 200, media: 60000, input: 'last' },
    errorHandler: () => true,
  });
`;

/** Returns the script that starts recording in each new document in a tab. */
export function recorderScript(secret: string): string {
  return `if (window === window.top) {\n${recorderSource()}\n;{${start(secret)}}\n}`;
}

let source: string | undefined;

/**
 * Returns the recorder's source as one script. Reads the file from disk, because its package exports the file only to
 * browsers.
 */
function recorderSource(): string {
  const manifest = findPackageJSON('@rrweb/record', import.meta.url) ?? '';
  source ??= readFileSync(join(dirname(manifest), 'dist', 'record.umd.min.cjs'), 'utf8').replace(
    /^\/\/# sourceMappingURL.*$/m,
    '',
  );
  return source;
}

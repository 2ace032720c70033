import type { Language } from '../../core/common/values/language';
import { shellTexts } from './shell-texts';

/** URL of the button on the status page. The URL is never loaded. The shell intercepts it and restarts the engine. */
export const retryAddress = 'http://gleaner.invalid/try-again';

/** Content of the window when no engine is running. */
export interface StatusNotice {
  /** True if the engine failed to start. False while the engine is starting. */
  readonly hasFailed: boolean;
  /** Last message from the engine. */
  readonly reason: string;
  readonly language: Language;
}

/** Returns the page as a data URL. The page contains no scripts, cannot access files and loads nothing. */
export function statusPage({ hasFailed, reason, language }: StatusNotice): string {
  const texts = shellTexts(language);
  const title = hasFailed ? texts.failed : texts.starting;
  const message = hasFailed ? `${texts.failedMessage} ${reason}` : texts.startingMessage;
  const button = hasFailed ? `<a role="button" href="${retryAddress}">${texts.tryAgain}</a>` : '';
  const html = `<!doctype html><html lang="${language}"><meta charset="utf-8"><title>Gleaner</title>
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
<style>
:root { color-scheme: light dark; font: 16px/1.5 system-ui, sans-serif; }
body { display: grid; place-content: center; min-height: 100vh; margin: 0; text-align: center; padding: 0 2rem; }
h1 { font-size: 1.4rem; margin: 0; } p { max-width: 40rem; margin: .5rem auto 1.5rem; overflow-wrap: anywhere; }
a { color: inherit; border: 1px solid; border-radius: 6px; padding: .4rem 1rem; text-decoration: none; justify-self: center; }
</style><main role="status"><h1>${escapeHtml(title)}</h1><p>${escapeHtml(message)}</p>${button}</main></html>`;
  return `data:text/html;charset=utf-8;base64,${Buffer.from(html).toString('base64')}`;
}

function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}

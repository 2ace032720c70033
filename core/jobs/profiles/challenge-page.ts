import type { Page } from '../../common/model';
import { scanHtml } from './scan-html';

/** Maximum number of bytes to inspect per page. */
const maxBytes = 512 * 1024;
/**
 * Maximum text length of a challenge page, in characters. On a longer page, a captcha is assumed to belong to a form.
 */
const maxTextChars = 1500;
const title = /<title\b[^<>]{0,200}>([^<]{0,200})/i;

/** Matches typical phrases and titles of human verification pages. */
const asks =
  /\b(?:verify(?:ing)? (?:that )?you are (?:a )?human|are you (?:a )?(?:human|robot)|(?:confirm|prove) (?:that )?you(?:'|’)?(?: a)?re (?:not a robot|human|a human)|not a robot|human verification|press (?:&|and) hold to|complete the (?:captcha|security check)|enter the characters you see|unusual traffic from your|checking your browser before|solve the (?:captcha|puzzle)|ich bin kein roboter|bestätigen sie, dass sie ein mensch|je ne suis pas un robot|no soy un robot|non sono un robot)\b/i;
const titles =
  /^\s*(?:just a moment|attention required|security check|pardon our interruption|human verification|robot check|are you a robot|captcha|access denied.{0,20}captcha|verify(?:ing)? you are human|bot verification)\b/i;
/** Matches markers of verification services in the page source. */
const marks =
  /\b(?:cf-challenge|cf-turnstile|challenge-platform\/h\/|_cf_chl_opt|g-recaptcha|recaptcha\/(?:api|enterprise)|h-captcha|hcaptcha\.com\/1|px-captcha|captcha-delivery\.com|geo\.captcha|awswaf|aws-waf-token|arkoselabs\.com|funcaptcha|geetest|friendly-challenge|mtcaptcha)/i;

/** Matches a text field for user input. */
const typed = /^<(?:input|textarea)\b.*\btype=["']?(?:email|text|password)/is;

/** True for a human verification page. False for a normal page whose form contains a captcha. */
export function isChallengePage({ statusCode, headers, contentType = '', body }: Page): boolean {
  if (headers['cf-mitigated'] === 'challenge' || headers['x-amzn-waf-action'] === 'captcha') return true;
  if (!/html|^$/.test(contentType)) return false;
  const html = Buffer.from(body.subarray(0, maxBytes)).toString('utf8');
  const { text, tags } = scanHtml(html, maxTextChars);
  if (text.length > maxTextChars) return false;
  const isRefused = statusCode === 403 || statusCode === 429 || statusCode === 503;
  const said = asks.test(text) || titles.test(title.exec(html)?.[1] ?? '');
  return said || (marks.test(html) && (isRefused || !tags.some((tag) => typed.test(tag))));
}

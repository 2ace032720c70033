import type { LiveFacts } from '../../../core/common/live';
import { type LiveOptions, liveApi } from '../../api/live-api';

/** Viewport width in pixels of a live page that is opened in a phone-sized window. */
const phoneWidth = 390;

/**
 * Opens a live page. In a phone-sized window, uses a phone viewport, because the text of a scaled-down page would be
 * tiny.
 */
export function openPage(url: string, options: LiveOptions): Promise<LiveFacts> {
  const isPhone = window.matchMedia('(max-width: 480px)').matches;
  return liveApi.open(url, isPhone ? { ...options, width: phoneWidth } : options);
}

import type { LiveFacts } from '../../../core/common/live';
import { type LiveOptions, liveApi } from '../../api/live-api';

/** Viewport width of a page in a window as narrow as a phone, px. */
const phoneWidth = 390;

/** Opens a live page. In a window as narrow as a phone, the page has that width too, because its text would be tiny. */
export function openPage(url: string, options: LiveOptions): Promise<LiveFacts> {
  const isPhone = window.matchMedia('(max-width: 480px)').matches;
  return liveApi.open(url, isPhone ? { ...options, width: phoneWidth } : options);
}

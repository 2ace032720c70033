import { defineFormat } from '../../../core/contract/plugin';
import { brandingOf } from './profile';
import { type PageStyles, readStyles } from './read-styles';

/** `branding`: colours, fonts, spacing, controls and logo, as rendered by the browser. */
export default defineFormat({
  id: 'branding',
  summary:
    'The visual style of the page: colours, fonts, spacing, buttons, logo and icons, as rendered in the browser.',
  needs: ['capture'],
  versions: ['v2'],
  capture: async (page, _, signal) => (await page.evaluate(readStyles, signal)).value,
  derive({ capture }, { warn }) {
    try {
      return brandingOf(JSON.parse(String(capture)) as PageStyles);
    } catch {
      // The script fails if the page overrides built-in functions that the script uses.
      warn('The styles of the page could not be read, so `branding` is absent.');
      return undefined;
    }
  },
});

import { type Texts, under } from '../../engine-texts';
import { crawlMessages } from './crawl-messages';
import { errorMessages } from './error-messages';
import { fetchMessages } from './fetch-messages';
import { jobMessages } from './job-messages';
import { pageMessages } from './page-messages';
import { pluginMessages } from './plugin-messages';
import { testMessages } from './test-messages';

/** German translations of the engine's messages. */
export const messageTexts: Texts = under('sentence', {
  ...errorMessages,
  ...fetchMessages,
  ...pageMessages,
  ...jobMessages,
  ...crawlMessages,
  ...pluginMessages,
  ...testMessages,
});

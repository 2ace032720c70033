import { partsOfMessage } from '../../../core/common/engine-messages/engine-messages';
import type { EngineTexts } from '../engine-texts';
import { formatTexts } from './engine-formats';
import { names, values } from './engine-labels';
import { optionTexts } from './engine-options';
import { routeTexts } from './engine-routes';
import { sentenceTexts } from './engine-sentences';
import { settingTexts } from './engine-settings';
import { messageTexts } from './messages/message-texts';

/** German translations of the engine's texts. */
export const engine: EngineTexts = {
  names,
  values,
  texts: { ...optionTexts, ...formatTexts, ...settingTexts, ...routeTexts, ...sentenceTexts, ...messageTexts },
  partsOf: partsOfMessage,
};

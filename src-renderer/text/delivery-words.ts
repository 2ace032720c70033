import type { TextKey } from '../texts/catalogue';
import { t } from '../texts/i18n';

const words = {
  pending: 'settings.deliveryPending',
  delivered: 'settings.deliveryDelivered',
  failed: 'settings.deliveryFailed',
  disabled: 'settings.deliveryDisabled',
} as const satisfies Readonly<Record<string, TextKey>>;

type DeliveryState = keyof typeof words;

/** The states of a delivery. */
export const deliveryStates = Object.keys(words) as readonly DeliveryState[];

/** What the state of a delivery is called; a state nobody foresaw stays as it is. */
export const deliveryWord = (state: string): string => (state in words ? t(words[state as DeliveryState]) : state);

import { t } from '../texts/i18n';

/** A service that provides language models. */
export interface ModelService {
  readonly id: string;
  readonly label: string;
  /** Plugin that speaks its protocol. */
  readonly plugin: string;
  /** Its usual URL; absent for the plugin's default, or if the user enters one. */
  readonly baseUrl?: string;
}

/** Returns the services that can be chosen by name, and one for all others. */
export const modelServices = (): readonly ModelService[] => [
  { id: 'ollama', label: 'Ollama', plugin: 'openai-compatible', baseUrl: 'http://127.0.0.1:11434/v1' },
  { id: 'lm-studio', label: 'LM Studio', plugin: 'openai-compatible', baseUrl: 'http://127.0.0.1:1234/v1' },
  { id: 'openai', label: 'OpenAI', plugin: 'openai-compatible', baseUrl: 'https://api.openai.com/v1' },
  { id: 'anthropic', label: 'Anthropic', plugin: 'anthropic' },
  { id: 'google', label: 'Google', plugin: 'google' },
  { id: 'other', label: t('settings.otherService'), plugin: 'openai-compatible' },
];

/** Returns the service that a plugin's URL belongs to; `other` for an unknown URL. */
export function serviceOf(plugin: string, baseUrl: string): ModelService | undefined {
  const own = modelServices().filter((service) => service.plugin === plugin);
  return own.find((service) => service.baseUrl === baseUrl.replace(/\/$/, '')) ?? own.at(-1);
}

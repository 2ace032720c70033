import { t } from '../texts/i18n';

/** A service that provides language models. */
export interface ModelService {
  readonly id: string;
  readonly label: string;
  /** Plugin that supports the service's protocol. */
  readonly plugin: string;
  /** Default URL of the service. Absent if the plugin has the same default, or if users enter their own URL. */
  readonly baseUrl?: string;
}

/** Returns the services that users can choose from. The last entry represents all services that are not listed. */
export const modelServices = (): readonly ModelService[] => [
  { id: 'ollama', label: 'Ollama', plugin: 'openai-compatible', baseUrl: 'http://127.0.0.1:11434/v1' },
  { id: 'lm-studio', label: 'LM Studio', plugin: 'openai-compatible', baseUrl: 'http://127.0.0.1:1234/v1' },
  { id: 'openai', label: 'OpenAI', plugin: 'openai-compatible', baseUrl: 'https://api.openai.com/v1' },
  { id: 'anthropic', label: 'Anthropic', plugin: 'anthropic' },
  { id: 'google', label: 'Google', plugin: 'google' },
  { id: 'other', label: t('settings.otherService'), plugin: 'openai-compatible' },
];

/**
 * Returns the service to which a plugin's URL belongs. If the URL is unknown, returns the plugin's last service, e.g.
 * `other`.
 */
export function serviceOf(plugin: string, baseUrl: string): ModelService | undefined {
  const own = modelServices().filter((service) => service.plugin === plugin);
  return own.find((service) => service.baseUrl === baseUrl.replace(/\/$/, '')) ?? own.at(-1);
}

import { defineProxy, z } from '../../core/contract/plugin';

const host = z
  .string()
  .trim()
  .min(1)
  .max(253)
  .regex(/^(?:[\p{L}\p{N}._-]+|\[?[0-9a-f:.]+\]?)$/iu, 'Enter a host name or an IP address, without scheme or port.')
  .describe('Host name or IP address of the proxy.')
  .meta({ bindsSecrets: true });

/**
 * `server`: one proxy server for all requests, specified by type, host and port. Never falls back to a direct
 * connection.
 */
export default defineProxy({
  id: 'server',
  summary: 'Sends all requests through one proxy server, specified by type, host and port.',
  config: z.object({
    type: z
      .enum(['http', 'https', 'socks4', 'socks5'])
      .default('http')
      .describe('Protocol of the proxy.')
      .meta({ bindsSecrets: true }),
    host,
    port: z.int().min(1).max(65_535).describe('Port of the proxy.').meta({ bindsSecrets: true }),
    user: z.string().max(200).optional().describe('User name, if the proxy requires one.'),
    password: z.string().max(1000).optional().describe('Password, if the proxy requires one.').meta({ secret: true }),
  }),
  create({ type, host: name, port, user = '', password = '' }) {
    const address = name.includes(':') && !name.startsWith('[') ? `[${name}]` : name;
    const login = user || password ? `${encodeURIComponent(user)}:${encodeURIComponent(password)}@` : '';
    const proxy = { url: `${type}://${login}${address}:${port}` };
    return { pick: () => proxy, report: () => undefined };
  },
});

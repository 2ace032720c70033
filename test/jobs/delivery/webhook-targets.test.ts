import { describe, expect, it } from 'vitest';
import { WebhookTargets } from '../../../core/jobs/delivery/webhook-targets';
import { GuardedAddresses } from '../../../core/net/politeness/guarded-addresses';
import { webhook } from './support';

const targets = (allowedHosts: readonly string[] = [], allowPrivateNetwork = false) =>
  new WebhookTargets(new GuardedAddresses({ allowPrivateNetwork, allowedHosts }));

describe('a webhook at the start of a job', () => {
  it.each(['http://127.0.0.1/', 'http://localhost:9/', 'http://2130706433/', 'http://[::1]/', 'http://10.1.2.3/x'])(
    'to %s is refused',
    (url) => {
      expect(targets().checkWebhookTarget(url)).toMatchObject({ code: 'PRIVATE_ADDRESS_BLOCKED', status: 403 });
      expect(() => targets().assertAllowed(webhook(url))).toThrow(/^The webhook cannot be used: .*private address/);
    },
  );

  it('to anything but http is refused', () => {
    for (const url of ['ftp://example.com/', 'file:///etc/passwd', 'nonsense']) {
      expect(targets().checkWebhookTarget(url)?.code).toBe('BAD_REQUEST');
    }
  });

  it('to a public or allowed address is accepted', () => {
    expect(targets().checkWebhookTarget('https://example.com/')).toBeUndefined();
    expect(targets(['127.0.0.1:9']).checkWebhookTarget('http://127.0.0.1:9/')).toBeUndefined();
    expect(targets([], true).checkWebhookTarget('http://10.0.0.1/')).toBeUndefined();
    expect(() => targets().assertAllowed(undefined)).not.toThrow();
  });
});

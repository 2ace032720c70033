import { describe, expect, it } from 'vitest';
import { GuardedAddresses, type GuardOptions } from '../../../core/net/politeness/guarded-addresses';

const closed: GuardOptions = { allowPrivateNetwork: false, allowedHosts: [] };
const at =
  (...addresses: string[]) =>
  async () =>
    addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 }));

/** Connects to a target with real DNS lookups. Returns the outcome. */
async function fate(target: string, guard = new GuardedAddresses(closed)): Promise<string> {
  try {
    const url = new URL(target);
    guard.checkUrl(url);
    await guard.resolve(url.hostname, Number(url.port || 80));
    return 'passes';
  } catch (error) {
    return (error as { code: string }).code;
  }
}

const zoo = [
  'http://127.0.0.1/',
  'http://127.1/',
  'http://127.0.1/',
  'http://2130706433/',
  'http://0x7f000001/',
  'http://0x7f.0.0.1/',
  'http://0x7F.1/',
  'http://0177.0.0.1/',
  'http://017700000001/',
  'http://127.0.0.1./',
  'http://127.255.255.254/',
  'http://0/',
  'http://0.0.0.0/',
  'http://0.1.2.3/',
  'http://10.0.0.1/',
  'http://10.255.255.255/',
  'http://167772161/',
  'http://0xa.0.0.1/',
  'http://012.0.0.1/',
  'http://172.16.0.1/',
  'http://172.31.255.255/',
  'http://192.168.0.1/',
  'http://0xc0a80001/',
  'http://3232235521/',
  'http://169.254.169.254/latest/meta-data/',
  'http://2852039166/',
  'http://0xa9fea9fe/',
  'http://0251.0376.0251.0376/',
  'http://100.64.0.1/',
  'http://100.127.255.255/',
  'http://192.0.0.8/',
  'http://192.0.2.1/',
  'http://198.18.0.1/',
  'http://198.19.255.255/',
  'http://198.51.100.7/',
  'http://203.0.113.9/',
  'http://224.0.0.1/',
  'http://239.255.255.255/',
  'http://240.0.0.1/',
  'http://255.255.255.255/',
  'http://localhost/',
  'http://LOCALHOST:8080/',
  'http://localhost./',
  'http://app.localhost/',
  'http://[::]/',
  'http://[::1]/',
  'http://[0:0:0:0:0:0:0:1]/',
  'http://[::127.0.0.1]/',
  'http://[::ffff:127.0.0.1]/',
  'http://[::ffff:7f00:1]/',
  'http://[::ffff:169.254.169.254]/',
  'http://[::ffff:0:10.0.0.1]/',
  'http://[64:ff9b::127.0.0.1]/',
  'http://[64:ff9b::a9fe:a9fe]/',
  'http://[64:ff9b:1::1]/',
  'http://[2002:7f00:1::]/',
  'http://[2002:c0a8:101::1]/',
  'http://[2001:0:808:808::80ff:fffe]/',
  'http://[2001:0:7f00:1::f7f7:f7f7]/',
  'http://[fc00::1]/',
  'http://[fdff:ffff::1]/',
  'http://[fe80::1]/',
  'http://[febf::1]/',
  'http://[fec0::1]/',
  'http://[ff02::1]/',
  'http://[ff0e::1]/',
  'http://[100::1]/',
  'http://[2001:db8::1]/',
  'http://[2a00:1450::5efe:10.0.0.1]/',
  'http://[4000::1]/',
  'http://127。0。0。1/',
  'http://127｡0｡0｡1/',
  'http://①②⑦.⓪.⓪.①/',
  'http://ⓛocalhost/',
  'http://%6c%6fcalhost/',
  'http://127%2e0%2e0%2e1/',
  'http://example.com@127.0.0.1/',
  'http://example.com:80@10.0.0.1/',
  'http://127.0.0.1\\@example.com/',
  'http:\\\\127.0.0.1/',
  'http:127.0.0.1/',
  'http:///127.0.0.1/',
  'http://127.0.0.1#@example.com/',
  'http://1\t27.0.0.1/',
];

describe('the address guard', () => {
  it.each(zoo)('refuses %s', async (target) => {
    expect(await fate(target)).toBe('PRIVATE_ADDRESS_BLOCKED');
  });

  it.each([
    'http://1.1.1.1/',
    'http://8.8.8.8:8080/',
    'http://9.255.255.255/',
    'http://11.0.0.1/',
    'http://100.63.255.255/',
    'http://100.128.0.1/',
    'http://126.255.255.255/',
    'http://128.0.0.1/',
    'http://169.253.1.1/',
    'http://172.15.255.255/',
    'http://172.32.0.1/',
    'http://192.167.1.1/',
    'http://192.169.1.1/',
    'http://198.17.1.1/',
    'http://198.20.1.1/',
    'http://223.255.255.255/',
    'http://134744072/',
    'http://127.0.0.1@8.8.8.8/',
    'http://[2606:4700:4700::1111]/',
    'http://[::ffff:8.8.8.8]/',
    'http://[64:ff9b::8.8.8.8]/',
    'http://[2002:808:808::1]/',
    'http://[2a00:1450:4001:829::200e]/',
  ])('accepts the public %s', async (target) => {
    expect(await fate(target)).toBe('passes');
  });

  it.each([
    'file:///etc/passwd',
    'ftp://8.8.8.8/',
    'data:text/html,x',
    'javascript:alert(1)',
    'ws://8.8.8.8/',
    'chrome://version',
    'about:blank',
    'gopher://8.8.8.8/',
  ])('refuses the scheme of %s', async (target) => {
    expect(await fate(target)).toBe('BAD_REQUEST');
  });

  it.each(['127.1', '0x7f.1', '017700000001', '::1%lo', '[::1]', 'fe80::1%eth0', '0', '127.0.0.1.'])(
    'refuses the raw host %s of a tunnel request',
    async (host) => {
      await expect(new GuardedAddresses(closed).resolve(host, 443)).rejects.toMatchObject({
        code: 'PRIVATE_ADDRESS_BLOCKED',
      });
    },
  );

  it('refuses a name if any of its IP addresses is private, and names it', async () => {
    const guard = new GuardedAddresses(closed, at('93.184.216.34', '2606:4700::1', '192.168.1.9'));
    await expect(guard.resolve('mixed.example', 80)).rejects.toMatchObject({
      code: 'PRIVATE_ADDRESS_BLOCKED',
      message: expect.stringContaining('`mixed.example` resolves to the private address 192.168.1.9'),
    });
  });

  it('returns exactly the checked IP addresses', async () => {
    const guard = new GuardedAddresses(closed, at('93.184.216.34', '2606:4700::1'));
    expect(await guard.resolve('Two.Example.', 443)).toEqual([
      { address: '93.184.216.34', family: 4 },
      { address: '2606:4700::1', family: 6 },
    ]);
  });

  it('names an unresolvable host', async () => {
    await expect(new GuardedAddresses(closed).resolve('no-such-name.invalid', 80)).rejects.toMatchObject({
      code: 'SCRAPE_DNS_RESOLUTION_ERROR',
      message: expect.stringContaining('`no-such-name.invalid`'),
    });
    await expect(new GuardedAddresses(closed, at()).resolve('empty.example', 80)).rejects.toMatchObject({
      code: 'SCRAPE_DNS_RESOLUTION_ERROR',
    });
  });

  it('accepts allowed hosts, by host or by host and port', async () => {
    const guard = new GuardedAddresses(
      {
        allowPrivateNetwork: false,
        allowedHosts: ['127.0.0.1:8080', 'Intra.Example', '[::1]:9000', 'fd00::5'],
      },
      at('10.0.0.5'),
    );
    expect(await fate('http://127.0.0.1:8080/', guard)).toBe('passes');
    expect(await fate('http://127.0.0.1:8081/', guard)).toBe('PRIVATE_ADDRESS_BLOCKED');
    expect(await fate('http://intra.example/', guard)).toBe('passes');
    expect(await fate('http://other.example/', guard)).toBe('PRIVATE_ADDRESS_BLOCKED');
    expect(await fate('http://[::1]:9000/', guard)).toBe('passes');
    expect(await fate('http://[::1]:9001/', guard)).toBe('PRIVATE_ADDRESS_BLOCKED');
    expect(await fate('http://[fd00::5]/', guard)).toBe('passes');
  });

  it('follows changed settings', async () => {
    let allowPrivateNetwork = false;
    const guard = new GuardedAddresses(() => ({ allowPrivateNetwork, allowedHosts: [] }));
    expect(await fate('http://127.0.0.1/', guard)).toBe('PRIVATE_ADDRESS_BLOCKED');
    allowPrivateNetwork = true;
    expect(await fate('http://127.0.0.1/', guard)).toBe('passes');
  });

  it('removes an exception with its last holder', async () => {
    const guard = new GuardedAddresses(closed);
    const first = guard.allow('127.0.0.1', 4000);
    const second = guard.allow('127.0.0.1', 4000);
    first();
    first();
    expect(await fate('http://127.0.0.1:4000/', guard)).toBe('passes');
    expect(await fate('http://127.0.0.1:4001/', guard)).toBe('PRIVATE_ADDRESS_BLOCKED');
    second();
    expect(await fate('http://127.0.0.1:4000/', guard)).toBe('PRIVATE_ADDRESS_BLOCKED');
  });
});

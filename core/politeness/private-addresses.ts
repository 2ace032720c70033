import { BlockList, isIP, isIPv4 } from 'node:net';

/** IPv4 ranges that are not the public internet: own host, private, link-local, carrier, documentation, test, multicast, reserved. */
const privateRanges: readonly (readonly [string, number])[] = [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 4],
  ['240.0.0.0', 4],
];

/** Ranges inside the global IPv6 block that still never lead to a public site. */
const privateRanges6: readonly (readonly [string, number])[] = [
  ['2001:2::', 48],
  ['2001:10::', 28],
  ['2001:20::', 28],
  ['2001:db8::', 32],
  ['3fff::', 20],
];

const blocked = new BlockList();
for (const [net, prefix] of privateRanges) blocked.addSubnet(net, prefix, 'ipv4');
for (const [net, prefix] of privateRanges6) blocked.addSubnet(net, prefix, 'ipv6');

/** Tells whether an IP address is anything but a public one; text that is no address counts as private. */
export function isPrivateAddress(address: string): boolean {
  const bare = address.replace(/^\[|\]$/g, '').replace(/%.*$/, '');
  const family = isIP(bare);
  if (family === 4) return blocked.check(bare, 'ipv4');
  if (family === 6) return isPrivate6(bare);
  return true;
}

function isPrivate6(address: string): boolean {
  const words = wordsOf(address);
  const embedded = embeddedIPv4(words);
  if (embedded.length > 0) return embedded.some((inner) => blocked.check(inner, 'ipv4'));
  // Public sites live in 2000::/3 only; everything else is local, multicast or unassigned.
  const global = ((words[0] ?? 0) & 0xe000) === 0x2000;
  return !global || blocked.check(address, 'ipv6') || isatap(words);
}

/** The IPv4 addresses an IPv6 address carries: mapped, compatible, translated, NAT64, 6to4, Teredo. */
function embeddedIPv4(words: readonly number[]): readonly string[] {
  const [a = 0, b = 0, c = 0, d = 0, e = 0, f = 0, g = 0, h = 0] = words;
  const topZero = a === 0 && b === 0 && c === 0 && d === 0;
  if (topZero && ((e === 0 && (f === 0xffff || f === 0)) || (e === 0xffff && f === 0))) return [dotted(g, h)];
  if (a === 0x64 && b === 0xff9b && c === 0 && d === 0 && e === 0 && f === 0) return [dotted(g, h)];
  if (a === 0x2002) return [dotted(b, c)];
  if (a === 0x2001 && b === 0) return [dotted(c, d), dotted(g ^ 0xffff, h ^ 0xffff)];
  return [];
}

/** ISATAP addresses name an IPv4 host of the local site in their lower half. */
function isatap(words: readonly number[]): boolean {
  return ((words[4] ?? 0) & 0xfdff) === 0 && words[5] === 0x5efe;
}

function dotted(high: number, low: number): string {
  return `${high >> 8}.${high & 255}.${low >> 8}.${low & 255}`;
}

/** The eight 16-bit words of a valid IPv6 address. */
function wordsOf(address: string): readonly number[] {
  const [head = '', tail] = address.split('::');
  const left = groups(head);
  if (tail === undefined) return left;
  const right = groups(tail);
  return [...left, ...new Array<number>(8 - left.length - right.length).fill(0), ...right];
}

function groups(text: string): number[] {
  if (text === '') return [];
  return text.split(':').flatMap((group) => {
    if (!isIPv4(group)) return [Number.parseInt(group, 16)];
    const [w = 0, x = 0, y = 0, z = 0] = group.split('.').map(Number);
    return [(w << 8) | x, (y << 8) | z];
  });
}

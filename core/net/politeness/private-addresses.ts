import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';

/** True when an IP address is not public. A string that is not an IP address counts as private. */
export function isPrivateAddress(address: string): boolean {
  const bare = address.replace(/^\[|\]$/g, '').replace(/%.*/s, '');
  // Also true for IPv4 addresses in short or octal notation, although `ipaddr.js` could parse them.
  if (isIP(bare) === 0) return true;
  const parsed = ipaddr.parse(bare);
  return parsed instanceof ipaddr.IPv6 ? isPrivate6(parsed) : isSpecial(parsed);
}

/** True for addresses outside the ranges used by public sites. */
const isSpecial = (address: ipaddr.IPv4 | ipaddr.IPv6): boolean => address.range() !== 'unicast';

function isPrivate6(address: ipaddr.IPv6): boolean {
  const { parts } = address;
  const embedded = embeddedIPv4(parts);
  if (embedded.length > 0) return embedded.some(isSpecial);
  // Public sites use only 2000::/3. Everything else is local, multicast or unassigned.
  const global = ((parts[0] ?? 0) & 0xe000) === 0x2000;
  return !global || isSpecial(address) || isatap(parts);
}

/** Returns the IPv4 addresses embedded in an IPv6 address: mapped, compatible, translated, NAT64, 6to4, Teredo. */
function embeddedIPv4(parts: readonly number[]): readonly ipaddr.IPv4[] {
  const [a = 0, b = 0, c = 0, d = 0, e = 0, f = 0, g = 0, h = 0] = parts;
  const topZero = a === 0 && b === 0 && c === 0 && d === 0;
  if (topZero && ((e === 0 && (f === 0xffff || f === 0)) || (e === 0xffff && f === 0))) return [ofWords(g, h)];
  if (a === 0x64 && b === 0xff9b && c === 0 && d === 0 && e === 0 && f === 0) return [ofWords(g, h)];
  if (a === 0x2002) return [ofWords(b, c)];
  if (a === 0x2001 && b === 0) return [ofWords(c, d), ofWords(g ^ 0xffff, h ^ 0xffff)];
  return [];
}

/** True for ISATAP addresses, whose lower half contains the IPv4 address of a host on the local site. */
function isatap(parts: readonly number[]): boolean {
  return ((parts[4] ?? 0) & 0xfdff) === 0 && parts[5] === 0x5efe;
}

const ofWords = (high: number, low: number): ipaddr.IPv4 =>
  new ipaddr.IPv4([high >> 8, high & 255, low >> 8, low & 255]);

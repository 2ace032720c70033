import dgram from 'node:dgram';
import dns from 'node:dns';
import { syncBuiltinESMExports } from 'node:module';
import net from 'node:net';

const refuse = (): never => {
  throw new Error('it uses the network while it loads; use the `http` passed to `create` instead.');
};

const functionsOf = (owner: object): readonly string[] =>
  Object.getOwnPropertyNames(owner).filter((name) => {
    const value: unknown = Reflect.get(owner, name);
    return typeof value === 'function' && name !== 'constructor' && name !== 'Resolver';
  });

/**
 * Permanently disables networking in this process: connections, servers, datagrams and name lookups. Node's permission
 * model does not restrict the network, but it prevents code from bypassing the functions replaced here.
 */
export function closeNetwork(): void {
  const ways: readonly (readonly [owner: object, names: readonly string[]])[] = [
    [net.Socket.prototype, ['connect']],
    [net.Server.prototype, ['listen']],
    [dgram.Socket.prototype, ['bind', 'connect', 'send']],
    [dns, functionsOf(dns)],
    [dns.promises, functionsOf(dns.promises)],
    [dns.Resolver.prototype, functionsOf(dns.Resolver.prototype)],
    [dns.promises.Resolver.prototype, functionsOf(dns.promises.Resolver.prototype)],
  ];
  for (const [owner, names] of ways) {
    for (const name of names)
      Object.defineProperty(owner, name, { value: refuse, writable: false, configurable: false });
  }
  syncBuiltinESMExports();
}

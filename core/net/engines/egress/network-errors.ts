import { AppError, type ErrorCode } from '../../../common/errors';

/** Thrown when the proxy itself fails, as opposed to the requested site. */
export class ProxyFailure extends Error {
  constructor(message: string, options?: { readonly cause?: unknown }) {
    super(message, options);
    this.name = 'ProxyFailure';
  }
}

/** Returns the error for a connection that closed before the TLS handshake was complete. */
export function handshakeClosed(): Error {
  return Object.assign(new Error('Socket closed before secure TLS connection was established'), { code: 'ECONNRESET' });
}

const tlsReasons: Readonly<Record<string, string>> = {
  CERT_HAS_EXPIRED: 'its certificate has expired',
  CERT_NOT_YET_VALID: 'its certificate is not valid yet',
  CERT_REVOKED: 'its certificate was revoked',
  ERR_TLS_CERT_ALTNAME_INVALID: 'its certificate is for another host name',
  HOSTNAME_MISMATCH: 'its certificate is for another host name',
  DEPTH_ZERO_SELF_SIGNED_CERT: 'its certificate is self-signed',
  SELF_SIGNED_CERT_IN_CHAIN:
    'its certificate was not issued by a trusted authority (its chain contains a self-signed certificate)',
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: 'its certificate was not issued by a trusted authority',
  UNABLE_TO_GET_ISSUER_CERT: 'the issuer of its certificate is unknown',
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: 'its certificate was not issued by a trusted authority',
  CERT_UNTRUSTED: 'its certificate is not trusted',
};

const siteReasons: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'refused the connection; nothing is listening at this address and port',
  ECONNRESET: 'reset the connection before the response was complete',
  EPIPE: 'closed the connection while the request was being sent',
  ECONNABORTED: 'closed the connection',
  ETIMEDOUT: 'did not accept a connection in time',
  EHOSTUNREACH: 'cannot be reached from this network',
  ENETUNREACH: 'cannot be reached from this network',
  EADDRNOTAVAIL: 'cannot be reached from this network',
  UND_ERR_CONNECT_TIMEOUT: 'did not accept a connection in time',
  UND_ERR_HEADERS_TIMEOUT: 'accepted the connection but sent no response',
  UND_ERR_BODY_TIMEOUT: 'stopped sending in the middle of the page',
  UND_ERR_HEADERS_OVERFLOW: 'sent headers that are too large',
  UND_ERR_SOCKET: 'closed the connection before the response was complete',
  UND_ERR_RES_CONTENT_LENGTH_MISMATCH: 'sent a body whose length differs from its Content-Length',
};

/** Converts network errors into errors for the caller. Each cause has its own message. */
export function networkError(thrown: unknown, host: string): AppError {
  const chain = causesOf(thrown);
  const known = chain.find((link) => link instanceof AppError);
  if (known instanceof AppError) return known;
  const fail = (code: ErrorCode, message: string) => new AppError(code, message, { cause: thrown });
  if (chain.some((link) => link instanceof ProxyFailure)) {
    return fail('SCRAPE_PROXY_ERROR', messageOf(chain.find((link) => link instanceof ProxyFailure)));
  }
  for (const link of chain) {
    const found = reasonOf(link);
    if (found?.code === 'SCRAPE_SSL_ERROR') {
      return fail(
        found.code,
        `TLS failed for \`${host}\`: ${found.reason}; set \`skipTlsVerification\` to fetch the page anyway.`,
      );
    }
    if (found) return fail(found.code, `\`${host}\` ${found.reason}.`);
  }
  return fail('SCRAPE_SITE_ERROR', `\`${host}\` could not be read: ${messageOf(thrown)}.`);
}

interface Reason {
  readonly code: ErrorCode;
  readonly reason: string;
}

function reasonOf(link: unknown): Reason | undefined {
  const code = codeOf(link);
  const message = messageOf(link);
  const tls = tlsReasons[code];
  if (tls) return { code: 'SCRAPE_SSL_ERROR', reason: tls };
  if (code === 'ENOTFOUND' || code === 'EAI_AGAIN') {
    return { code: 'SCRAPE_DNS_RESOLUTION_ERROR', reason: 'could not be resolved; check the spelling' };
  }
  if (/before secure TLS connection/.test(message)) {
    return { code: 'SCRAPE_SITE_ERROR', reason: 'closed the connection during the TLS handshake' };
  }
  if (code.startsWith('ERR_SSL_') || code.startsWith('ERR_TLS_') || (code === 'EPROTO' && /ssl|tls/i.test(message))) {
    return { code: 'SCRAPE_SSL_ERROR', reason: protocolReason(`${code} ${message}`) };
  }
  if (code.startsWith('HPE_') || (link instanceof Error && link.name === 'HTTPParserError')) {
    return { code: 'SCRAPE_SITE_ERROR', reason: 'did not send a valid HTTP response' };
  }
  if (code.startsWith('ERR_HTTP2_')) return { code: 'SCRAPE_SITE_ERROR', reason: 'aborted the HTTP/2 response' };
  const site = siteReasons[code];
  return site ? { code: 'SCRAPE_SITE_ERROR', reason: site } : undefined;
}

function protocolReason(text: string): string {
  if (/WRONG_VERSION_NUMBER|PACKET_LENGTH|HTTP_REQUEST/i.test(text)) return 'it does not use TLS on this port';
  if (/UNSUPPORTED_PROTOCOL|PROTOCOL_VERSION|VERSION_TOO_LOW/i.test(text)) {
    return 'it supports only an outdated version of TLS';
  }
  return 'no common TLS protocol or cipher was found';
}

/** Returns the thrown value, its causes and the errors inside aggregate errors, outermost first. */
function causesOf(thrown: unknown, depth = 0): readonly unknown[] {
  if (!(thrown instanceof Error) || depth > 5) return [thrown];
  const inner = thrown instanceof AggregateError ? thrown.errors : [thrown.cause];
  return [thrown, ...inner.filter((link) => link !== undefined).flatMap((link) => causesOf(link, depth + 1))];
}

function codeOf(link: unknown): string {
  return link instanceof Error && 'code' in link && typeof link.code === 'string' ? link.code : '';
}

function messageOf(link: unknown): string {
  return link instanceof Error ? link.message : String(link);
}

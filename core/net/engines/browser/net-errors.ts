import { AppError } from '../../../common/errors';

const certificateReasons: Readonly<Record<string, string>> = {
  ERR_CERT_DATE_INVALID: 'its certificate has expired or is not valid yet',
  ERR_CERT_COMMON_NAME_INVALID: 'its certificate is for another host name',
  ERR_CERT_AUTHORITY_INVALID: 'its certificate is self-signed or was not issued by a trusted authority',
  ERR_CERT_REVOKED: 'its certificate was revoked',
  ERR_CERT_WEAK_SIGNATURE_ALGORITHM: 'its certificate is signed with a weak algorithm',
};

const siteReasons: Readonly<Record<string, string>> = {
  ERR_CONNECTION_REFUSED: 'refused the connection; nothing is listening at this address and port',
  ERR_CONNECTION_RESET: 'reset the connection before the response was complete',
  ERR_CONNECTION_CLOSED: 'closed the connection before the response was complete',
  ERR_CONNECTION_TIMED_OUT: 'did not accept a connection in time',
  ERR_EMPTY_RESPONSE: 'closed the connection without a response',
  ERR_ADDRESS_UNREACHABLE: 'cannot be reached from this network',
  ERR_INVALID_HTTP_RESPONSE: 'did not send a valid HTTP response',
  ERR_CONTENT_DECODING_FAILED: 'sent a body that could not be decompressed',
  ERR_INVALID_RESPONSE: 'sent a redirect to a URL that cannot be fetched',
  ERR_UNSAFE_REDIRECT: 'redirects to a URL that cannot be fetched',
  ERR_UNSAFE_PORT: 'uses a port that browsers refuse',
  ERR_HTTP2_PROTOCOL_ERROR: 'aborted the HTTP/2 response',
};

/** Converts Chromium's error name for a failed navigation (`net::ERR_…`) into an error for the caller. */
export function navigationError(errorText: string, url: string): AppError {
  const name = errorText.replace(/^net::/, '');
  const host = hostOf(url);
  if (name === 'ERR_NAME_NOT_RESOLVED' || name === 'ERR_ICANN_NAME_COLLISION') {
    return new AppError('SCRAPE_DNS_RESOLUTION_ERROR', `\`${host}\` could not be resolved; check the spelling.`);
  }
  if (name === 'ERR_TOO_MANY_REDIRECTS') return new AppError('SCRAPE_TOO_MANY_REDIRECTS');
  if (/^ERR_(CERT_|SSL_|BAD_SSL|ECH_)/.test(name)) {
    const reason = certificateReasons[name] ?? 'no secure TLS connection could be established';
    return new AppError(
      'SCRAPE_SSL_ERROR',
      `TLS failed for \`${host}\`: ${reason}; set \`skipTlsVerification\` to fetch the page anyway.`,
    );
  }
  if (/^ERR_(PROXY_|TUNNEL_|SOCKS_|MANDATORY_PROXY)/.test(name)) {
    return new AppError('SCRAPE_PROXY_ERROR', `The proxy refused a connection to \`${host}\` (${name}).`);
  }
  const reason = siteReasons[name] ?? `could not be reached (${name})`;
  return new AppError('SCRAPE_SITE_ERROR', `\`${host}\` ${reason}.`);
}

function hostOf(url: string): string {
  return URL.canParse(url) ? new URL(url).host : url;
}

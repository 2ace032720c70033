/** Values needed for the browser's command line. */
export interface LaunchFlags {
  /** Address of the egress proxy, `http://127.0.0.1:<port>`. */
  readonly egressAddress: string;
}

/**
 * Returns command-line flags that disable the browser's background activity and route all traffic through the egress
 * proxy.
 */
export function launchFlags({ egressAddress }: LaunchFlags): readonly string[] {
  return [
    // Chromium's sandbox does not work for root. It stays enabled for all other users.
    ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
    '--disable-gpu',
    '--no-first-run',
    '--mute-audio',
    '--hide-scrollbars',
    '--disable-quic',
    '--disable-sync',
    '--disable-background-networking',
    '--disable-component-update',
    '--disable-domain-reliability',
    '--disable-blink-features=AutomationControlled',
    '--autoplay-policy=user-gesture-required',
    `--proxy-server=${egressAddress}`,
    // Sends loopback requests through the proxy as well, so that the guard checks them.
    '--proxy-bypass-list=<-loopback>',
    // Disables DNS lookups in the browser, because the egress proxy resolves all names.
    '--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1',
    '--force-webrtc-ip-handling-policy=disable_non_proxied_udp',
    '--webrtc-ip-handling-policy=disable_non_proxied_udp',
  ];
}

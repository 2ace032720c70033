/** What decides the command line of the browser. */
export interface LaunchFlags {
  /** `http://127.0.0.1:<port>` of the egress proxy. */
  readonly egressAddress: string;
}

/** Command line of the browser: quiet, all traffic through the egress proxy, nothing that bypasses it. */
export function launchFlags({ egressAddress }: LaunchFlags): readonly string[] {
  return [
    // Chromium's sandbox refuses to run as root; everyone else keeps it.
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
    // Loopback targets too must pass the guard.
    '--proxy-bypass-list=<-loopback>',
    // The browser resolves no names itself: the egress proxy does.
    '--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1',
    '--force-webrtc-ip-handling-policy=disable_non_proxied_udp',
    '--webrtc-ip-handling-policy=disable_non_proxied_udp',
  ];
}

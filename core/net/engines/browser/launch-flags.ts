/** Inputs of the browser's command line. */
export interface LaunchFlags {
  /** `http://127.0.0.1:<port>` of the egress proxy. */
  readonly egressAddress: string;
}

/** Returns the browser's command line: quiet, with all traffic through the egress proxy. */
export function launchFlags({ egressAddress }: LaunchFlags): readonly string[] {
  return [
    // Chromium's sandbox cannot run as root; all other users keep it.
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
    // Loopback targets must pass the guard, too.
    '--proxy-bypass-list=<-loopback>',
    // Disables name resolution in the browser: the egress proxy resolves names.
    '--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1',
    '--force-webrtc-ip-handling-policy=disable_non_proxied_udp',
    '--webrtc-ip-handling-policy=disable_non_proxied_udp',
  ];
}

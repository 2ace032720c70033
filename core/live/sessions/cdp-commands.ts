/** Domains whose commands affect only the page. */
const domains = new Set([
  'Accessibility',
  'Animation',
  'CSS',
  'Console',
  'DOM',
  'DOMDebugger',
  'DOMSnapshot',
  'DOMStorage',
  'Debugger',
  'DeviceOrientation',
  'Emulation',
  'Fetch',
  'HeapProfiler',
  'IO',
  'Input',
  'Inspector',
  'LayerTree',
  'Log',
  'Media',
  'Network',
  'Overlay',
  'Page',
  'Performance',
  'PerformanceTimeline',
  'Profiler',
  'Runtime',
  'Schema',
  'Security',
  'ServiceWorker',
  'WebAudio',
]);

/**
 * Commands in the domains above that are refused, because they would give access to files, other pages or the browser.
 */
const refused = new Set([
  'DOM.setFileInputFiles',
  'DOM.getFileInfo',
  'Network.loadNetworkResource',
  'Page.close',
  'Page.crash',
  'Page.setDownloadBehavior',
  'Page.addCompilationCache',
  'Security.setIgnoreCertificateErrors',
  'Security.setOverrideCertificateErrors',
]);

/** Commands in other domains that affect only the page. A command that names another target is refused. */
const allowed = new Set([
  'Browser.getVersion',
  'Browser.getWindowForTarget',
  'Target.getTargetInfo',
  'Target.setAutoAttach',
]);

const otherTargets = ['targetId', 'browserContextId', 'sessionId'] as const;

/** Returns the reason why a client may not send a command to its page, or undefined if the command is allowed. */
export function refusedCommand(method: string, params: Readonly<Record<string, unknown>>): string | undefined {
  if (method === 'Page.navigate' && !isWebPage(params.url)) return 'Only http(s) pages can be opened in a session.';
  if (dropsFiles(method, params)) return 'Files on this machine are not available in a session.';
  const isOfPage = domains.has(method.split('.', 1)[0] ?? '') && !refused.has(method);
  if (isOfPage) return undefined;
  if (allowed.has(method) && !otherTargets.some((name) => params[name] !== undefined)) return undefined;
  return `'${method}' is not available: a session has a single page.`;
}

/** True for a drop event with files, which the browser would read and pass to the page. */
function dropsFiles(method: string, { data }: Readonly<Record<string, unknown>>): boolean {
  const files = (data as { readonly files?: unknown } | null | undefined)?.files ?? [];
  return method === 'Input.dispatchDragEvent' && !(Array.isArray(files) && files.length === 0);
}

const isWebPage = (url: unknown): boolean =>
  typeof url === 'string' && (/^https?:\/\//i.test(url.trim()) || /^about:blank$/i.test(url.trim()));

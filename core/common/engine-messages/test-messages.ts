/** Messages that report the results of tests in the settings, by key. Braces mark placeholders. */
export const testMessages = {
  'test.model': 'The model answered and read the sample page correctly.',
  'test.modelMisread': 'The model answered but misread the sample page: {value}. Choose a larger model.',
  'test.webhook': 'The receiver accepted the event ({status}).',
  'test.refused': 'The receiver did not accept the test event.',
  'test.sent': 'The test was sent.',
  'test.noProgram': 'No program was found at {path}; check the path.',
  'test.cannotRender': 'The browser started but could not render a page; choose another browser.',
  'test.browser': 'The browser works: {version}.',
  'test.proxy': 'The proxy works: {host} answered.',
  'test.proxyAddress': 'Sites see requests from the IP address {address}.',
  'test.proxyStatus':
    'The proxy forwards requests, but {host} returned status {status}; that site may be blocking the proxy.',
  'test.proxyLate': 'There was no response through the proxy within {seconds} seconds.',
  'test.search': 'The search works: {count} results for "{text}".',
  'test.searchOne': 'The search works: 1 result for "{text}".',
  'test.searchLate': 'The search did not respond within {seconds} seconds.',
} as const;

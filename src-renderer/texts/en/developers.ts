/** English: developers. */
export const developers = {
  developers: 'Developers',
  lead: 'Everything in this app is also available through the REST API on this machine.',
  playground: 'Playground',
  playgroundHelp: 'Scrape one page with all options and formats',
  newJobHelp: 'Crawl, batch or map with all options',
  referenceHelp: 'All routes with their fields and examples',
  keys: 'API keys',
  keysHelp: 'Create and revoke keys for scripts',
  usage: 'Usage',
  usageHelp: 'Pages per day, and the activity log',
  code: 'Code',
  savedHelp: 'To run a saved job from the command line, enter {term}. The API runs saved jobs too.',
  npmClient: 'npm client',
  pythonClient: 'Python client',
  codeHelp: 'Press “Code” on a request, job or table to see it as curl, JavaScript or Python.',
};

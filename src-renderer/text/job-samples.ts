import type { JobKindFacts, JobRequest } from '../api/job-types';

/** One way to start a job from outside. */
export interface JobSample {
  readonly id: 'curl' | 'javascript';
  readonly label: string;
  readonly code: string;
}

const shellQuote = (text: string): string => `'${text.replaceAll("'", `'\\''`)}'`;

const curl = (address: string, request: JobRequest): string =>
  [
    `curl -X POST ${shellQuote(address)} \\`,
    `  -H "Authorization: Bearer $GLEANER_API_KEY" \\`,
    `  -H 'Content-Type: application/json' \\`,
    `  -d ${shellQuote(JSON.stringify(request, undefined, 2))}`,
  ].join('\n');

const startJs = (address: string, request: JobRequest): string =>
  `const headers = {
  Authorization: \`Bearer \${process.env.GLEANER_API_KEY}\`,
  'Content-Type': 'application/json',
};
const call = async (url, options) => {
  const answer = await (await fetch(url, { headers, ...options })).json();
  if (answer.success === false) throw new Error(answer.error);
  return answer;
};

const started = await call(${JSON.stringify(address)}, {
  method: 'POST',
  body: JSON.stringify(${JSON.stringify(request, undefined, 2).replaceAll('\n', '\n  ')}),
});
`;

const followJs = `
// Waits for the end, then reads every page.
let job;
do {
  await new Promise((resolve) => setTimeout(resolve, 1000));
  job = await call(\`\${started.url}?limit=1\`);
  console.error(\`\${job.completed} of \${job.total} pages\`);
} while (job.status === 'scraping');

for (let next = started.url; next; ) {
  const page = await call(next);
  for (const document of page.data) console.log(JSON.stringify(document));
  next = page.next;
}`;

/** The same job for a shell and for JavaScript; each reads the key from `GLEANER_API_KEY`. */
export function jobSamples(baseUrl: string, kind: JobKindFacts, request: JobRequest): readonly JobSample[] {
  const address = `${baseUrl}${kind.path}`;
  const javascript = startJs(address, request) + (kind.isListed ? followJs : 'console.log(started);');
  return [
    { id: 'curl', label: 'curl', code: curl(address, request) },
    { id: 'javascript', label: 'JavaScript', code: javascript },
  ];
}

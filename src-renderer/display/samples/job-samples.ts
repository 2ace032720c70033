import type { JobKindFacts, JobRequest } from '../../api/job-types';
import { curlSample } from './code-samples';
import { type CodeSample, pythonLiteral } from './sample-parts';
import { sdkSamples } from './sdk-samples';

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
// Waits until the job has ended, then reads every page.
let job;
do {
  await new Promise((resolve) => setTimeout(resolve, 1000));
  job = await call(\`\${started.url}?limit=1\`);
  console.error(\`\${job.completed} of \${job.total} pages\`);
} while (job.status === 'scraping');
if (job.status === 'failed') throw new Error(job.error);

for (let next = started.url; next; ) {
  const page = await call(next);
  for (const document of page.data) console.log(JSON.stringify(document));
  next = page.next;
}`;

const answerJs = `
// Waits until the job has ended; the data is returned in one response.
let job;
do {
  await new Promise((resolve) => setTimeout(resolve, 1000));
  job = await call(started.url);
} while (job.status === 'processing');
if (job.status === 'failed') throw new Error(job.error);

console.log(job.status, job.warning ?? '');
console.log(JSON.stringify(job.data, undefined, 2));`;

const startPython = (address: string, request: JobRequest): string =>
  `import json
import os
import time
import urllib.request


def call(url, body=None):
    request = urllib.request.Request(
        url,
        data=json.dumps(body).encode() if body is not None else None,
        headers={
            "Authorization": "Bearer " + os.environ["GLEANER_API_KEY"],
            "Content-Type": "application/json",
        },
    )
    with urllib.request.urlopen(request) as response:
        return json.load(response)


started = call(${JSON.stringify(address)}, ${pythonLiteral(request, '')})
`;

const followPython = `
job = call(started["url"] + "?limit=1")
while job["status"] == "scraping":
    time.sleep(1)
    job = call(started["url"] + "?limit=1")
if job["status"] == "failed":
    raise SystemExit(job["error"])

page = {"next": started["url"]}
while page.get("next"):
    page = call(page["next"])
    for document in page["data"]:
        print(json.dumps(document))`;

const answerPython = `
job = call(started["url"])
while job["status"] == "processing":
    time.sleep(1)
    job = call(started["url"])
if job["status"] == "failed":
    raise SystemExit(job["error"])

print(job["status"], job.get("warning", ""))
print(json.dumps(job.get("data"), indent=2))`;

/** Returns code that waits for a job to end and then reads its result. */
function following({ isListed, hasAnswer }: JobKindFacts) {
  if (!isListed) return { javascript: 'console.log(started);', python: 'print(json.dumps(started, indent=2))' };
  return hasAnswer ? { javascript: answerJs, python: answerPython } : { javascript: followJs, python: followPython };
}

/**
 * Returns code samples for a job in shell, JavaScript and Python, and for each client library that supports the job's
 * kind. All samples read the key from `GLEANER_API_KEY`.
 */
export function jobSamples(baseUrl: string, kind: JobKindFacts, request: JobRequest): readonly CodeSample[] {
  const address = `${baseUrl}${kind.path}`;
  const { javascript, python } = following(kind);
  return [
    { id: 'curl', label: 'curl', code: curlSample(address, request) },
    { id: 'javascript', label: 'JavaScript', code: startJs(address, request) + javascript },
    { id: 'python', label: 'Python', code: startPython(address, request) + python },
    ...sdkSamples(baseUrl, kind.path, request),
  ];
}

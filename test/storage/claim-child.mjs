// Claims a job's tasks in order and completes all of them except page 0. Prints the last claims, then waits.
import './ts-hooks.mjs';

const { openStorage } = await import('../../core/storage/open-storage.ts');
const [dir, jobId] = process.argv.slice(2);
const { frontier } = await openStorage(dir);

const end = (task) =>
  frontier.complete(jobId, task, {
    result: {
      taskId: task.id,
      jobId,
      url: task.url,
      page: { finalUrl: task.url, title: '', statusCode: 200 },
      document: { metadata: {} },
      links: [],
      credits: 1,
      finishedAt: '',
    },
  });

let claimed = await frontier.claim(jobId, 9);
while (claimed.length === 1 && !claimed[0].url.endsWith('/0')) {
  await end(claimed[0]);
  claimed = await frontier.claim(jobId, 9);
}
process.stdout.write(`${JSON.stringify(claimed.map(({ url }) => url))}\n`);
setInterval(() => undefined, 1000);

/**
 * Imitates the engine process: prints the same lines and listens on a port. The first argument selects the behaviour.
 * The second is the path of a file that counts starts, so that the second start can behave differently.
 */
import { appendFileSync, readFileSync } from 'node:fs';
import { createServer } from 'node:http';

const [behaviour, startsFile, ...rest] = process.argv.slice(2);
appendFileSync(startsFile, `${process.pid} ${rest.join(' ')}\n`);
const starts = readFileSync(startsFile, 'utf8').trim().split('\n').length;

if (behaviour === 'never-starts') {
  console.error('Gleaner could not start: The data folder cannot be written; check its permissions.');
  process.exit(1);
}
if (behaviour === 'port-taken' && !rest.join(' ').includes('--port 0')) {
  console.error(
    'Gleaner could not start: Port 3002 is in use; stop the other program, or start Gleaner on another port with --port.',
  );
  process.exit(1);
}
if (behaviour === 'starts-second-time' && starts === 1) process.exit(3);
if (behaviour === 'ignores-stop') process.on('SIGTERM', () => undefined);
else process.on('SIGTERM', () => process.exit(0));
process.on('disconnect', () => process.exit(0));

const server = createServer((_request, response) => response.end('{"status":"ok"}'));
const asked = rest.indexOf('--port');
server.listen(asked < 0 ? 0 : Number(rest[asked + 1]), '127.0.0.1', () => {
  const url = `http://127.0.0.1:${server.address().port}`;
  console.log(`Gleaner is ready at ${url}`);
  if (behaviour !== 'no-link') console.log(`Sign in: ${url}/sign-in?token=t${starts}`);
});

// Opens the data folder given as the first argument, prints `open` or the error, and closes the folder on request.
import './ts-hooks.mjs';

const { openStorage } = await import('../../core/storage/open-storage.ts');
try {
  const storage = await openStorage(process.argv[2]);
  await storage.announce('http://127.0.0.1:3002');
  process.stdout.write('open\n');
  process.stdin.once('data', async () => {
    await storage.close();
    process.exit(0);
  });
} catch (error) {
  process.stdout.write(`${JSON.stringify({ code: error.code, message: error.message })}\n`);
  process.exit(1);
}

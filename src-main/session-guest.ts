/** Script of the thread that runs the code of a browser session. */
import { runGuest } from '../core/live/sandbox/guest-thread';

await runGuest();

/** Script of the thread that runs the user's code in a browser session. */
import { runGuest } from '../core/live/sandbox/guest-thread';

await runGuest();

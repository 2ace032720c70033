/** Script of the thread that runs a sandboxed plugin. */

import { servePlugin } from '../core/platform/sandbox/plugin-thread';
import guest from './plugin-guest.bundle';

await servePlugin(guest);

import { createHash } from 'node:crypto';
import { createServer } from 'node:http';
import type { Duplex } from 'node:stream';
import { listen } from './fault-server';

/** Starts a WebSocket server that echoes short text messages. */
export async function startEchoSocketServer() {
  const sockets = new Set<Duplex>();
  const server = createServer().on('upgrade', (request, socket) => {
    sockets.add(socket);
    socket.on('error', () => socket.destroy()).once('close', () => sockets.delete(socket));
    const accept = createHash('sha1').update(
      `${request.headers['sec-websocket-key']}258EAFA5-E914-47DA-95CA-C5AB0DC85B11`,
    );
    const lines = ['HTTP/1.1 101 Switching Protocols', 'Upgrade: websocket', 'Connection: Upgrade'];
    socket.write(`${lines.join('\r\n')}\r\nSec-WebSocket-Accept: ${accept.digest('base64')}\r\n\r\n`);
    socket.on('data', (frame: Buffer) => {
      if ((frame[0]! & 15) !== 1) return socket.end();
      const length = frame[1]! & 127;
      const text = Buffer.from(frame.subarray(6, 6 + length).map((byte, index) => byte ^ frame[2 + (index % 4)]!));
      return socket.write(Buffer.concat([Buffer.from([0x81, length]), text]));
    });
  });
  const port = await listen(server);
  return {
    port,
    openSockets: () => sockets.size,
    close: () => {
      for (const socket of sockets) socket.destroy();
      return new Promise((resolve) => server.close(resolve));
    },
  };
}

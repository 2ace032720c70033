import { type AddressInfo, createServer, type Socket } from 'node:net';

/** A received email. */
export interface ReceivedMail {
  readonly from: string;
  readonly to: readonly string[];
  /** Headers and body. */
  readonly content: string;
}

/** An SMTP server on the loopback address. It stores received emails. */
export interface SmtpServer {
  readonly port: number;
  readonly received: readonly ReceivedMail[];
  /** Rejects the next `times` emails with a temporary failure. */
  refuse(times: number): void;
  close(): Promise<void>;
}

/** Starts an SMTP server that supports the commands needed by a client. */
export async function startSmtpServer(): Promise<SmtpServer> {
  const received: ReceivedMail[] = [];
  const sockets = new Set<Socket>();
  let refused = 0;
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.once('close', () => sockets.delete(socket));
    socket.on('error', () => undefined);
    const say = (line: string) => socket.write(`${line}\r\n`);
    let [buffer, from, isData] = ['', '', false];
    let to: string[] = [];
    const command = (line: string): void => {
      const path = /<([^>]*)>/.exec(line)?.[1] ?? '';
      if (/^EHLO/i.test(line)) say('250 localhost');
      else if (/^MAIL/i.test(line)) {
        from = path;
        to = [];
        say(refused > 0 && refused-- > 0 ? '451 try again later' : '250 OK');
      } else if (/^RCPT/i.test(line)) say(to.push(path) ? '250 OK' : '');
      else if (/^DATA/i.test(line)) {
        isData = true;
        say('354 go ahead');
      } else if (/^QUIT/i.test(line)) socket.end('221 bye\r\n');
      else say('250 OK');
    };
    say('220 localhost');
    socket.on('data', (chunk) => {
      buffer += chunk.toString('utf8');
      for (;;) {
        const mark = isData ? '\r\n.\r\n' : '\r\n';
        const end = buffer.indexOf(mark);
        if (end < 0) return;
        const part = buffer.slice(0, end);
        buffer = buffer.slice(end + mark.length);
        if (!isData) command(part);
        else {
          isData = false;
          received.push({ from, to, content: part });
          say('250 OK');
        }
      }
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    port: (server.address() as AddressInfo).port,
    received,
    refuse: (times) => {
      refused = times;
    },
    close: () => {
      for (const socket of sockets) socket.destroy();
      return new Promise((resolve) => server.close(() => resolve()));
    },
  };
}

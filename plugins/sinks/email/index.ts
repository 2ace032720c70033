import { AppError, defineSink, z } from '../../../core/contract/plugin';
import { messageOf } from './message';

const address = z.email().max(320);
const isLocal = (host: string): boolean => /^(?:localhost|127\.\d{1,3}\.\d{1,3}\.\d{1,3}|::1)$/.test(host);

/** Time limit for each step of the SMTP session, in ms. */
const stepMs = 15_000;

/** `email`: sends events as emails through an SMTP server. Each email contains a sentence and a small table. */
export default defineSink({
  id: 'email',
  summary: 'Sends events by email through an SMTP server.',
  config: z.object({
    host: z.string().trim().min(1).max(253).describe('Host name of the SMTP server.').meta({ bindsSecrets: true }),
    port: z
      .int()
      .min(1)
      .max(65_535)
      .default(587)
      .describe('Port of the SMTP server: 465 for TLS, otherwise usually 587.'),
    user: z.string().max(320).default('').describe('User name; leave empty to send without logging in.'),
    password: z.string().max(1000).default('').describe('Password, if the server requires one.').meta({ secret: true }),
    from: address.describe('Sender of the emails.'),
    to: z.array(address).max(50).default([]).describe('Recipients, unless a monitor sets its own.'),
  }),
  create: ({ host, port, user, password, from, to }) => ({
    async deliver({ body, type, webhookId }, signal) {
      const message = messageOf(type, JSON.parse(Buffer.from(body).toString('utf8')));
      const recipients = message.recipients.length > 0 ? message.recipients : to;
      if (recipients.length === 0)
        throw new AppError('BAD_REQUEST', 'The email has no recipient; set `to` in Settings.');
      const { createTransport } = await import('nodemailer');
      const transport = createTransport({
        ...{ host, port, secure: port === 465 },
        // Never sends a password unencrypted to a remote machine.
        requireTLS: user !== '' && !isLocal(host),
        ...(user === '' ? {} : { auth: { user, pass: password } }),
        ...{ connectionTimeout: stepMs, greetingTimeout: stepMs, socketTimeout: stepMs },
        disableFileAccess: true,
        disableUrlAccess: true,
      });
      const close = () => transport.close();
      signal.addEventListener('abort', close, { once: true });
      try {
        const { subject, text, html } = message;
        // All attempts to deliver an event use the same ID, so that email programs can detect duplicates.
        const messageId = `<${webhookId}@gleaner>`;
        await transport.sendMail({ from, to: [...recipients], subject, text, html, messageId });
        return { result: 'delivered' };
      } catch (thrown) {
        const reason = thrown instanceof Error ? thrown.message : String(thrown);
        return { result: 'retry', message: `The SMTP server ${host}:${port} did not accept the email: ${reason}` };
      } finally {
        signal.removeEventListener('abort', close);
        transport.close();
      }
    },
  }),
});

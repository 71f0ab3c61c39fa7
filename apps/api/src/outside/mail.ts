import { hostname } from 'node:os';
import { ConsecutiveBreaker, circuitBreaker, handleWhen, TimeoutStrategy, timeout, wrap } from 'cockatiel';
import { onDemand } from '../base/on-demand.ts';
import { FAILURES_IN_A_ROW, type Patience, Unavailable } from './service.ts';

export type MailMessage = {
  /** Message-ID: a mail sent again after a lost answer keeps it, so that recipients see it once. */
  key: string;
  to: string;
  subject: string;
  /** Plain text. */
  text: string;
  /** The same for programs that show pages. */
  html?: string;
  headers?: Record<string, string>;
  /** Name of the sender, instead of that in the settings. */
  name?: string;
  /** Address for replies, if other than the sender's. */
  replyTo?: string | undefined;
};

/**
 * @throws Refused when the server rejects the mail, Unavailable when it may accept it later. Neither names the
 * recipient.
 */
export type Mail = { send: (message: MailMessage) => Promise<void> };

/** The server rejected the recipient or the content. */
export class Refused extends Error {
  override readonly name = 'Refused';
}

const library = onDemand<typeof import('nodemailer')>('nodemailer');

const transportTo = (server: string, within: number) =>
  library().createTransport({
    url: server,
    connectionTimeout: within,
    greetingTimeout: within,
    socketTimeout: within,
    // A mail contains only our text, never files or fetched content.
    disableFileAccess: true,
    disableUrlAccess: true,
  });

/** Connects and signs in, without sending a mail. @throws Error with the server's answer. */
export async function checkMailServer(server: string, within: number): Promise<void> {
  const transport = transportTo(server, within);
  try {
    await transport.verify();
  } finally {
    transport.close();
  }
}

/** Sends by SMTP, within the same time limit as other services. Callers retry by a job. */
export function openMail({ server, from }: { server: string; from: string }, { within, rest }: Patience): Mail {
  let opened: ReturnType<typeof transportTo> | undefined;
  const transport = () => {
    opened ??= transportTo(server, within);
    return opened;
  };
  const breaker = circuitBreaker(
    handleWhen((error) => !(error instanceof Refused)),
    { halfOpenAfter: rest, breaker: new ConsecutiveBreaker(FAILURES_IN_A_ROW) },
  );
  const policy = wrap(breaker, timeout(within, TimeoutStrategy.Aggressive));
  const address = /<([^<>]+)>\s*$/.exec(from)?.[1] ?? from.trim();
  const domain = /@([\w.-]+)/.exec(from)?.[1] ?? hostname();

  return {
    async send({ key, to, subject, text, html, headers, name, replyTo }) {
      const sender = name ? { name, address } : from;
      const messageId = `<${key}@${domain}>`;
      const message = {
        from: sender,
        to,
        subject,
        text,
        replyTo,
        messageId,
        ...(html && { html }),
        ...(headers && { headers }),
      };
      const deliver = () =>
        transport()
          .sendMail(message)
          .catch((error) => {
            // The server's answer repeats the address, so it is dropped.
            throw isRefusal(error) ? new Refused(`SMTP ${error.responseCode}`) : new Error(String(error?.code));
          });
      try {
        await policy.execute(deliver);
      } catch (error) {
        throw error instanceof Refused ? error : new Unavailable(new URL(server).host, { cause: error });
      }
    },
  };
}

/** 5xx for the recipient or the content. Failed authentication is a configuration error, and the mail is retried. */
function isRefusal(error: unknown): error is { responseCode: number } {
  const { code, responseCode } = error as { code?: unknown; responseCode?: unknown };
  return (code === 'EENVELOPE' || code === 'EMESSAGE') && typeof responseCode === 'number' && responseCode >= 500;
}

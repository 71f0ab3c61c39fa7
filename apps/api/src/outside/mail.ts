import { hostname } from 'node:os';
import { ConsecutiveBreaker, circuitBreaker, handleWhen, TimeoutStrategy, timeout, wrap } from 'cockatiel';
import { createTransport } from 'nodemailer';
import { FAILURES_IN_A_ROW, type Patience, Unavailable } from './service.ts';

export type Letter = {
  /** Names the letter for ever: sent again after an answer that got lost, it is the same letter to whoever receives it. */
  key: string;
  to: string;
  subject: string;
  /** Plain text. */
  text: string;
};

/** Throws `Refused` when the server won't take this letter, `Unavailable` when it may later; neither says to whom it was. */
export type Mail = { send: (letter: Letter) => Promise<void> };

/** The server is well and says no: to this address, or to what was written. */
export class Refused extends Error {
  override readonly name = 'Refused';
}

/** An SMTP server. The whole exchange has as long as any other service; who keeps a job tries again. */
export function openMail({ server, from }: { server: string; from: string }, { within, rest }: Patience): Mail {
  const transport = createTransport({
    url: server,
    connectionTimeout: within,
    greetingTimeout: within,
    socketTimeout: within,
    // A letter holds what we wrote, never a file or an address to be fetched.
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  const breaker = circuitBreaker(
    handleWhen((error) => !(error instanceof Refused)),
    { halfOpenAfter: rest, breaker: new ConsecutiveBreaker(FAILURES_IN_A_ROW) },
  );
  const policy = wrap(breaker, timeout(within, TimeoutStrategy.Aggressive));
  const domain = /@([\w.-]+)/.exec(from)?.[1] ?? hostname();

  return {
    async send({ key, to, subject, text }) {
      const message = { from, to, subject, text, messageId: `<${key}@${domain}>` };
      const deliver = () =>
        transport.sendMail(message).catch((error) => {
          // What the server answered repeats the address: it goes no further.
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

/** 5xx to an address or to the letter itself. A refused sign-in is ours to mend: the letter waits for it. */
function isRefusal(error: unknown): error is { responseCode: number } {
  const { code, responseCode } = error as { code?: unknown; responseCode?: unknown };
  return (code === 'EENVELOPE' || code === 'EMESSAGE') && typeof responseCode === 'number' && responseCode >= 500;
}

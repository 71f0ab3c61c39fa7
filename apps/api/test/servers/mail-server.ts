import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net';
import { SMTPServer } from 'smtp-server';

export type Received = { from: string; to: string[]; text: string; html: string; headers: string };

/** Behaviours of the server: success, permanent failure, temporary failure, silence, or a broken connection. */
export type Behaviour = 'accepts' | 'refuses' | 'defers' | 'hangs' | 'drops' | 'rejects the content';

const no = (responseCode: number, message: string) => Object.assign(new Error(message), { responseCode });

/** A stub mail server on this machine. `behaviour` can change while it runs. */
export async function startMailServer(behaviour: Behaviour = 'accepts') {
  const received: Received[] = [];
  const lines = new Set<Socket>();
  const stub = { behaviour, received, tries: 0, url: '', next, close };
  let waiting: { is: (mail: Received) => boolean; take: (mail: Received) => void }[] = [];

  const smtp = new SMTPServer({
    disabledCommands: ['STARTTLS', 'AUTH'],
    logger: false,
    onRcptTo({ address }, _, done) {
      if (stub.behaviour === 'refuses') return done(no(550, `5.1.1 <${address}> no such user here`));
      if (stub.behaviour === 'defers') return done(no(451, `4.3.0 <${address}> try again later`));
      return done();
    },
    onData(stream, session, done) {
      const parts: Buffer[] = [];
      if (stub.behaviour === 'drops') for (const line of lines) line.destroy();
      stream.on('data', (part: Buffer) => parts.push(part));
      stream.on('end', () => {
        if (stub.behaviour === 'rejects the content') return done(no(554, '5.7.1 looks like spam'));
        const { mailFrom, rcptTo } = session.envelope;
        const mail = {
          from: mailFrom ? mailFrom.address : '',
          to: rcptTo.map(({ address }) => address),
          ...taken(Buffer.concat(parts).toString('utf8')),
        };
        received.push(mail);
        for (const one of waiting.filter(({ is }) => is(mail))) one.take(mail);
        waiting = waiting.filter(({ is }) => !is(mail));
        return done();
      });
    },
  });
  smtp.on('error', () => {});

  // A proxy in front of the server, which can stay silent.
  const door = createServer((line) => {
    stub.tries += 1;
    lines.add(line);
    line.on('error', () => {}).on('close', () => lines.delete(line));
    if (stub.behaviour === 'hangs') return;
    const inner = connect(inside, '127.0.0.1');
    lines.add(inner);
    inner.on('error', () => line.destroy()).on('close', () => lines.delete(inner));
    line.pipe(inner).pipe(line);
  });
  const inside = await listening(smtp.server as Server);
  stub.url = `smtp://127.0.0.1:${await listening(door)}`;
  return stub;

  /** The next mail, or the next matching one. */
  function next(is: (mail: Received) => boolean = () => true): Promise<Received> {
    return new Promise((take) => waiting.push({ is, take }));
  }

  async function close() {
    for (const line of lines) line.destroy();
    await Promise.all([door, smtp].map((server) => new Promise((closed) => server.close(() => closed(undefined)))));
  }
}

async function listening(server: Server): Promise<number> {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return (server.address() as AddressInfo).port;
}

/** Headers of a mail, its decoded text, and the page beside it. */
function taken(raw: string) {
  const { headers, body } = split(raw);
  const boundary = /boundary="?([^";\s]+)/i.exec(headers)?.[1];
  if (boundary === undefined) return { headers, text: textOf(raw), html: '' };
  const [, text = '', html = ''] = body.split(`--${boundary}`).map((part) => part.replace(/^\r\n/, ''));
  return { headers, text: textOf(text), html: textOf(html) };
}

function split(raw: string) {
  const at = raw.indexOf('\r\n\r\n');
  return { headers: raw.slice(0, at), body: raw.slice(at + 4) };
}

function textOf(part: string) {
  const { headers, body } = split(part);
  const encoding = /^content-transfer-encoding: (\S+)/im.exec(headers)?.[1]?.toLowerCase();
  return decoded(body, encoding).replace(/\r\n/g, '\n');
}

function decoded(body: string, encoding: string | undefined): string {
  if (encoding === 'base64') return Buffer.from(body, 'base64').toString('utf8');
  if (encoding !== 'quoted-printable') return body;
  const bytes = body
    .replace(/=\r?\n/g, '')
    .replace(/=([0-9A-F]{2})/g, (_, hex) => String.fromCharCode(Number.parseInt(hex, 16)));
  return Buffer.from(bytes, 'latin1').toString('utf8');
}

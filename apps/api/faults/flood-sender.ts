import { randomBytes } from 'node:crypto';
import { request } from 'node:http';
import { constants, setPriority } from 'node:os';

/** A request of a flood. A body is a file of `bytes`, of which an abandoned request sends half. */
export type Sending = {
  method: string;
  url: string;
  headers: Record<string, string>;
  part?: string;
  isAbandoned?: boolean;
};
export type Order = { bytes: number; sendings: Sending[] };

// A process of its own that yields to all others: the times measured beside it are the server's, and not the sender's.
setPriority(constants.priority.PRIORITY_LOW);

process.once('message', async ({ bytes, sendings }: Order) => {
  const file = randomBytes(bytes);
  const statuses = await Promise.all(sendings.map((sending) => send(sending, file)));
  process.send?.(statuses, () => process.disconnect?.());
});

/** The status of the answer, 0 without one. */
function send({ method, url, headers, part, isAbandoned }: Sending, file: Buffer): Promise<number> {
  const head = part === undefined ? Buffer.alloc(0) : headOf(part);
  const tail = Buffer.from('\r\n--enchente--\r\n');
  const body = part === undefined ? undefined : Buffer.concat([head, file, tail]);
  return new Promise((resolve) => {
    const sent = request(url, {
      ...{ method, agent: false },
      headers: {
        ...headers,
        ...(body && { 'content-type': 'multipart/form-data; boundary=enchente', 'content-length': body.length }),
      },
    });
    sent.on('error', () => resolve(0));
    sent.on('response', (answer) => {
      answer.on('error', () => resolve(0)).on('end', () => resolve(answer.statusCode ?? 0));
      answer.resume();
    });
    if (!body || !isAbandoned) sent.end(body);
    else sent.write(body.subarray(0, body.length / 2), () => setTimeout(() => sent.destroy(), 500));
  });
}

const headOf = (part: string) =>
  Buffer.from(
    `--enchente\r\ncontent-disposition: form-data; name="${part}"; filename="a.jpg"\r\ncontent-type: image/jpeg\r\n\r\n`,
  );

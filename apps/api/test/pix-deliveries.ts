import { Agent as HttpAgent, request as httpRequest } from 'node:http';
import { Agent as HttpsAgent, request as httpsRequest } from 'node:https';

/** A received Pix as a webhook tells it. */
export type Notice = { endToEndId: string; txid?: string } & Record<string, unknown>;

/** One post to a webhook: `status` is null when no answer came, and `error` says why. */
export type Delivery = { url: string; endToEndIds: string[]; status: number | null; error?: string };

export type Flush = {
  /** Order of the notices, which begin in the order of the payments. */
  order?: 'sent' | 'reversed';
  /** How many times each post is made, one after the other round. */
  copies?: number;
  /** Notices in one post. */
  group?: number;
};

type Options = {
  /** Posts that run at the same time. */
  connections: number;
  /** Certificate that the posts show to a webhook by https, and the authority that its server is trusted by. */
  tls: { cert: string; key: string; ca?: string };
};

type Waiting = { url: string; notice: Notice };
const ANSWER_MS = 30_000;

/** Sender of webhooks, which can hold, lose, repeat and reorder them. */
export function webhookSender({ connections, tls }: Options) {
  const pool = { keepAlive: true, maxSockets: connections };
  const agents = { 'http:': new HttpAgent(pool), 'https:': new HttpsAgent({ ...pool, ...tls }) };
  const deliveries: Delivery[] = [];
  const failed: Waiting[] = [];
  let held: Waiting[] | null = null;
  let open = 0;
  const idle: (() => void)[] = [];

  function post(url: string, notices: Notice[]): Promise<void> {
    const body = JSON.stringify({ pix: notices });
    const { protocol } = new URL(url);
    const isPlain = protocol === 'http:';
    const delivery: Delivery = { url, endToEndIds: notices.map(({ endToEndId }) => endToEndId), status: null };
    deliveries.push(delivery);
    open += 1;
    return new Promise((answered) => {
      const settle = (status: number | null, error?: string) => {
        delivery.status = status;
        if (error) delivery.error = error;
        if (status === null || status >= 300) failed.push(...notices.map((notice) => ({ url, notice })));
        open -= 1;
        if (open === 0) for (const done of idle.splice(0)) done();
        answered();
      };
      const headers = { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) };
      const call = (isPlain ? httpRequest : httpsRequest)(
        url,
        { method: 'POST', agent: isPlain ? agents['http:'] : agents['https:'], headers, timeout: ANSWER_MS },
        (response) => {
          response.resume();
          response.on('end', () => settle(response.statusCode ?? null));
          response.on('error', () => {});
        },
      );
      call.on('timeout', () => call.destroy(new Error('no answer')));
      call.on('error', (error) => settle(null, error.message));
      call.end(body);
    });
  }

  /** Posts of `waiting`, grouped by address. */
  function postAll(waiting: Waiting[], group: number) {
    const byUrl = Map.groupBy(waiting, ({ url }) => url);
    return Promise.all(
      [...byUrl].flatMap(([url, notices]) =>
        Array.from({ length: Math.ceil(notices.length / group) }, (_, index) =>
          post(
            url,
            notices.slice(index * group, (index + 1) * group).map(({ notice }) => notice),
          ),
        ),
      ),
    );
  }

  return {
    deliveries,
    get held() {
      return (held ?? []).map(({ notice }) => notice);
    },
    send(url: string, notice: Notice) {
      if (held) held.push({ url, notice });
      else void post(url, [notice]);
    },
    /** Keeps notices from now on, until `flush` or `drop`. */
    hold() {
      held ??= [];
    },
    /** Posts what was held, round by round, and resolves when each post is answered. Holding ends. */
    async flush({ order = 'sent', copies = 1, group = 1 }: Flush = {}) {
      const waiting = order === 'sent' ? (held ?? []) : (held ?? []).toReversed();
      held = null;
      for (let round = 0; round < copies; round += 1) await postAll(waiting, group);
    },
    /** Loses what was held. Holding ends. */
    drop() {
      held = null;
    },
    /** Posts again what was refused or not answered. */
    async redeliver() {
      await postAll(failed.splice(0), 1);
    },
    /** Resolves when no post waits for an answer. */
    async delivered() {
      while (open > 0) await new Promise<void>((done) => idle.push(done));
    },
    close() {
      for (const agent of Object.values(agents)) agent.destroy();
    },
  };
}

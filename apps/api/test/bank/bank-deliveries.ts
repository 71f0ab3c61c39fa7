import { Agent as HttpAgent, request as httpRequest } from 'node:http';
import { Agent as HttpsAgent, request as httpsRequest } from 'node:https';

/** What a webhook reports of one payment or boleto. */
export type Notice = Record<string, unknown>;

/** One post to a webhook: `status` is null when no answer came, and `error` says why. */
export type Delivery = { url: string; names: string[]; status: number | null; error?: string };

export type Flush = {
  /** Order of the notices: that of the payments, or the reverse. */
  order?: 'sent' | 'reversed';
  /** Number of times that all notices are posted. */
  copies?: number;
  /** Notices in one post. */
  group?: number;
  /** Sends all posts concurrently, instead of each after the answer to the previous one. */
  together?: boolean;
};

type Options = {
  /** Posts that run at the same time. */
  connections: number;
  /** Client certificate for webhooks by https, and the authority that their servers are verified by. */
  tls: { cert: string; key: string; ca?: string };
  /** Name of the payment or boleto of a notice. */
  nameOf: (notice: Notice) => string;
  /** Body of a post of some notices. */
  bodyOf: (notices: Notice[], url: string) => unknown;
};

type Waiting = { url: string; notice: Notice };
const ANSWER_MS = 30_000;

/** Sender of webhooks, which can hold, lose, repeat and reorder them. */
export function webhookSender({ connections, tls, nameOf, bodyOf }: Options) {
  const plain = new HttpAgent({ keepAlive: true });
  const secure = new HttpsAgent({ keepAlive: true, ...tls });
  const deliveries: Delivery[] = [];
  const failed: Waiting[] = [];
  let held: Waiting[] | null = null;
  const queue: (() => void)[] = [];
  /** Place in the queue of the next post. */
  let next = 0;
  let running = 0;
  /** Posts that wait or run. */
  let open = 0;
  const idle: (() => void)[] = [];

  /** Resolves when the post is answered, or cannot be. */
  function post(url: string, notices: Notice[]): Promise<void> {
    const delivery: Delivery = { url, names: notices.map(nameOf), status: null };
    deliveries.push(delivery);
    open += 1;
    return new Promise((answered) => {
      queue.push(() =>
        attempt(url, JSON.stringify(bodyOf(notices, url)), (status, error) => {
          delivery.status = status;
          if (error) delivery.error = error.message;
          if (status === null || status >= 300) failed.push(...notices.map((notice) => ({ url, notice })));
          running -= 1;
          open -= 1;
          answered();
          startNext();
          if (open === 0) for (const done of idle.splice(0)) done();
        }),
      );
      startNext();
    });
  }

  function startNext() {
    while (running < connections && next < queue.length) {
      const start = queue[next];
      next += 1;
      running += 1;
      start?.();
    }
    if (next !== queue.length) return;
    queue.length = 0;
    next = 0;
  }

  function attempt(url: string, body: string, settle: (status: number | null, error?: Error) => void) {
    const isPlain = url.startsWith('http:');
    const headers = { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) };
    const options = { method: 'POST', agent: isPlain ? plain : secure, headers, timeout: ANSWER_MS };
    let answer: { status: number | null; error?: Error } = { status: null };
    const call = (isPlain ? httpRequest : httpsRequest)(url, options, (response) => {
      response.on('error', (error) => {
        answer = { status: null, error };
      });
      response.resume();
      answer = { status: response.statusCode ?? null };
    });
    call.on('timeout', () => call.destroy(new Error('no answer')));
    call.on('error', (error) => {
      answer = { status: null, error };
    });
    call.on('close', () => settle(answer.status, answer.error));
    call.end(body);
  }

  /** Posts of `waiting`, grouped by address. */
  const postsOf = (waiting: Waiting[], group: number) =>
    [...Map.groupBy(waiting, ({ url }) => url)].flatMap(([url, notices]) =>
      Array.from({ length: Math.ceil(notices.length / group) }, (_, index) => {
        const grouped = notices.slice(index * group, (index + 1) * group).map(({ notice }) => notice);
        return () => post(url, grouped);
      }),
    );

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
    /** Posts what was held and resolves when each post is answered. Holding ends. */
    async flush({ order = 'sent', copies = 1, group = 1, together = false }: Flush = {}) {
      const waiting = order === 'sent' ? (held ?? []) : (held ?? []).toReversed();
      held = null;
      const round = postsOf(waiting, group);
      const posts = Array.from({ length: copies }, () => round).flat();
      if (together) await Promise.all(posts.map((start) => start()));
      else for (const start of posts) await start();
    },
    /** Loses what was held. Holding ends. */
    drop() {
      held = null;
    },
    /** Posts again what was refused or not answered. */
    async redeliver() {
      await Promise.all(postsOf(failed.splice(0), 1).map((start) => start()));
    },
    /** Resolves when no post waits for an answer. */
    async delivered() {
      while (open > 0) await new Promise<void>((done) => idle.push(done));
    },
    /** Drops the posts that wait, and closes the connections. */
    close() {
      queue.length = 0;
      next = 0;
      plain.destroy();
      secure.destroy();
    },
  };
}

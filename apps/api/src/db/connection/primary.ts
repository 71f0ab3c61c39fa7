import type { Duplex } from 'node:stream';
import { Client, type ClientConfig } from 'pg';
import { serverAddresses } from '../../base/database-address.ts';
import { NO_PRIMARY } from '../../base/database-away.ts';

export type ConnectionOptions = Pick<
  ClientConfig,
  'connectionString' | 'host' | 'port' | 'user' | 'password' | 'database'
> & {
  /** The servers to choose from, when there are several. */
  primary?: Primary | undefined;
};

type Server = { host: string; port: number };

/** The server that accepts writes, of several. Shared by all clients of a connection. */
type Primary = {
  /** The last one that was found; otherwise queries all servers. */
  find: () => Promise<Server>;
  /** For a server that broke a connection or no longer accepts writes: the next `find` queries all servers again. */
  forget: (server: Server) => void;
};

/** Time for a server to answer whether it accepts writes: a dead machine may drop packets silently. */
const PROBE_MS = 1_500;
const READS_ONLY = 'só leitura';

/** Options for `PrimaryClient` and `connect`, of a DATABASE_URL with one server or several. */
export function connectionTo(url: string): ConnectionOptions {
  const addresses = serverAddresses(url);
  return addresses.length === 1
    ? { connectionString: url }
    : { connectionString: addresses[0], primary: openPrimary(addresses) };
}

/** Destroys the connection's socket at once; pending queries reject. */
export const destroyConnection = (client: Client) => void (client.connection.stream as Duplex).destroy();

/** No server accepts writes, as during a failover. Counts as the database being away. */
class NoPrimary extends Error {
  readonly code = NO_PRIMARY;
  constructor(reasons: readonly string[]) {
    super(`Nenhum servidor de DATABASE_URL aceita gravações (${reasons.join('; ')}).`);
  }
}

/**
 * Client of the server that accepts writes. Of a single server it is the driver's client, with no round
 * trip of its own.
 */
export class PrimaryClient extends Client {
  readonly #primary: Primary | undefined;
  #isEnded = false;

  constructor(options: ClientConfig & Pick<ConnectionOptions, 'primary'> = {}) {
    super(options);
    this.#primary = options.primary;
    if (this.#primary) this.on('error', () => this.#primary?.forget(this));
  }

  override connect(): Promise<Client>;
  override connect(callback: ((error: Error) => void) | ((error: null, client: Client) => void)): void;
  override connect(callback?: (...result: never[]) => void): unknown {
    const done = callback as ((error: Error | null, client?: Client) => void) | undefined;
    if (!this.#primary) return done ? super.connect(done) : super.connect();
    const connecting = this.#connectTo(this.#primary);
    return done ? void connecting.then((client) => done(null, client), done) : connecting;
  }

  override end(): Promise<void>;
  override end(callback: (error: Error) => void): void;
  override end(callback?: (error: Error) => void): unknown {
    this.#isEnded = true;
    return callback ? super.end(callback) : super.end();
  }

  async #connectTo(primary: Primary): Promise<Client> {
    const server = await primary.find();
    // The pool destroys the socket of a connection that takes too long.
    if (this.#isEnded || this.connection.stream.destroyed) throw new Error('Connection terminated');
    Object.assign(this, server);
    try {
      await super.connect();
      const { rows } = await super.query<{ transaction_read_only: string }>('show transaction_read_only');
      if (rows[0]?.transaction_read_only !== 'off') throw new NoPrimary([`${nameOf(server)}: ${READS_ONLY}`]);
      return this;
    } catch (error) {
      primary.forget(server);
      destroyConnection(this);
      throw error;
    }
  }
}

function openPrimary(addresses: readonly string[]): Primary {
  let known: Server | undefined;
  let newest = 0;
  let search: Promise<Server> | undefined;

  /**
   * Queries all servers at the same time. Two accept writes when a promotion left the former primary running. The one
   * on the newest timeline is chosen, never one on an older timeline than seen before, and the first among equals.
   */
  async function choose(): Promise<Server> {
    const answers = await Promise.all(addresses.map(probe));
    newest = Math.max(newest, ...answers.map(({ timeline = 0 }) => timeline));
    known = answers.find(({ timeline }) => timeline === newest)?.server;
    if (known) return known;
    throw new NoPrimary(
      answers.map(({ server, reason = 'ficou para trás em uma promoção' }) => `${nameOf(server)}: ${reason}`),
    );
  }

  async function find() {
    if (known) return known;
    search ??= choose().finally(() => {
      search = undefined;
    });
    return search;
  }

  return {
    find,
    forget: ({ host, port }) => {
      if (known?.host === host && known.port === port) known = undefined;
    },
  };
}

/** Timeline of a server that accepts writes; the reason to pass over any other. */
type Answer = { server: Server; timeline?: number; reason?: string };

async function probe(connectionString: string): Promise<Answer> {
  const client = new Client({ connectionString });
  const server = { host: client.host, port: client.port };
  // The query reports a broken connection; without a listener the error would end the process.
  client.on('error', () => {});
  const late = setTimeout(() => destroyConnection(client), PROBE_MS);
  try {
    await client.connect();
    const { rows } = await client.query<{ timeline: string | null }>(
      `select case when current_setting('transaction_read_only') = 'off'
         then substr(pg_walfile_name(pg_current_wal_lsn()), 1, 8) end as timeline`,
    );
    const timeline = rows[0]?.timeline;
    return timeline ? { server, timeline: Number.parseInt(timeline, 16) } : { server, reason: READS_ONLY };
  } catch (error) {
    return { server, reason: (error as Error).message };
  } finally {
    clearTimeout(late);
    client.end().catch(() => {});
  }
}

const nameOf = ({ host, port }: Server) => `${host}:${port}`;

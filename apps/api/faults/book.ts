import type { Agency, Answer } from './agency.ts';

type Deed = { acknowledged: number; unanswered: number };

/** What was promised to whom: each 2xx that arrived, and each request whose end nobody knows. */
export class Book {
  readonly deeds = new Map<string, Deed>();
  /** People by name, each to be there once when true, at most once when false. */
  readonly people = new Map<string, boolean>();
  /** Documents by number, with their size. */
  readonly documents = new Map<number, number>();
  readonly surprises: string[] = [];
  acknowledged = 0;
  unanswered = 0;
  /** 503: come back in a moment. */
  refused: Answer[] = [];

  /** Sends a write, and notes what came of it. `undefined`: it was not done, or nobody knows whether it was. */
  async send(deed: string, request: () => Promise<Answer>): Promise<Answer | undefined> {
    const kept = this.deed(deed);
    kept.unanswered += 1;
    const answer = await this.ask(deed, request);
    if (answer === 'nobody there') kept.unanswered -= 1;
    if (typeof answer === 'string') return undefined;
    kept.unanswered -= 1;
    kept.acknowledged += 1;
    this.acknowledged += 1;
    return answer;
  }

  /** Sends a question; what is read promises nothing. */
  async look(what: string, request: () => Promise<Answer>): Promise<Answer | undefined> {
    const answer = await this.ask(what, request);
    return typeof answer === 'string' ? undefined : answer;
  }

  private async ask(what: string, request: () => Promise<Answer>): Promise<Answer | 'nobody there' | 'unknown'> {
    let answer: Answer;
    try {
      answer = await request();
    } catch (error) {
      if ((error as { cause?: { code?: string } }).cause?.code === 'ECONNREFUSED') return 'nobody there';
      this.unanswered += 1;
      return 'unknown';
    }
    if (answer.status < 300) return answer;
    if (answer.status === 503) this.refused.push(answer);
    else this.surprises.push(`${what}: ${answer.status} ${JSON.stringify(answer.body).slice(0, 200)}`);
    return 'unknown';
  }

  private deed(key: string): Deed {
    const deed = this.deeds.get(key) ?? { acknowledged: 0, unanswered: 0 };
    this.deeds.set(key, deed);
    return deed;
  }

  /** In words: every promise that isn't kept, and every deed that was done more often than asked for. */
  async broken({ pool }: Pick<Agency, 'pool'>): Promise<string[]> {
    const { rows } = await pool.query<{ deed: string; times: number }>(
      `select record || '/' || record_id || '/' || action as deed, count(*) as times from trail group by 1`,
    );
    const times = new Map(rows.map((row) => [row.deed, Number(row.times)]));
    const broken: string[] = [];
    for (const [deed, { acknowledged, unanswered }] of this.deeds) {
      // What makes a record has no number before the answer: people and documents are looked for by themselves.
      if (!/^(invoice|transfer|property)\/\d+\//.test(deed)) continue;
      const done = times.get(deed) ?? 0;
      if (done < acknowledged) broken.push(`${deed}: ${acknowledged} confirmados, ${done} feitos`);
      if (done > acknowledged + unanswered)
        broken.push(`${deed}: ${acknowledged + unanswered} pedidos, ${done} feitos`);
    }
    const { rows: people } = await pool.query<{ name: string; times: number }>(
      `select name, count(*) as times from client where name like 'Inquilino de prova %' group by 1`,
    );
    const found = new Map(people.map((row) => [row.name, Number(row.times)]));
    for (const [name, promised] of this.people) {
      const there = found.get(name) ?? 0;
      if (there > 1 || (promised && there === 0)) broken.push(`${name}: ${there} cadastros, confirmado: ${promised}`);
    }
    const { rows: documents } = await pool.query<{ id: number; bytes: number }>('select id, bytes from stored_file');
    const sizes = new Map(documents.map(({ id, bytes }) => [Number(id), Number(bytes)]));
    for (const [id, bytes] of this.documents)
      if (sizes.get(id) !== bytes)
        broken.push(`documento ${id}: ${bytes} bytes confirmados, ${sizes.get(id)} no banco`);
    return broken;
  }
}

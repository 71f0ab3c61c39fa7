import type { Agency, Answer } from './agency.ts';

type Action = { acknowledged: number; unanswered: number };

/** Confirmed writes (each 2xx received), and requests without an answer. */
export class Book {
  readonly actions = new Map<string, Action>();
  /** People by name: true must exist once, false at most once. */
  readonly people = new Map<string, boolean>();
  /** Documents by id, with their size. */
  readonly documents = new Map<number, number>();
  readonly surprises: string[] = [];
  acknowledged = 0;
  unanswered = 0;
  /** 503 answers. */
  refused: Answer[] = [];

  /** Sends a write and records its outcome. `undefined`: it was refused, or its outcome is unknown. */
  async send(action: string, request: () => Promise<Answer>): Promise<Answer | undefined> {
    const kept = this.action(action);
    kept.unanswered += 1;
    const answer = await this.ask(action, request);
    if (answer === 'unreachable') kept.unanswered -= 1;
    if (typeof answer === 'string') return undefined;
    kept.unanswered -= 1;
    kept.acknowledged += 1;
    this.acknowledged += 1;
    return answer;
  }

  /** Sends a read, which confirms nothing. */
  async look(what: string, request: () => Promise<Answer>): Promise<Answer | undefined> {
    const answer = await this.ask(what, request);
    return typeof answer === 'string' ? undefined : answer;
  }

  private async ask(what: string, request: () => Promise<Answer>): Promise<Answer | 'unreachable' | 'unknown'> {
    let answer: Answer;
    try {
      answer = await request();
    } catch (error) {
      if ((error as { cause?: { code?: string } }).cause?.code === 'ECONNREFUSED') return 'unreachable';
      this.unanswered += 1;
      return 'unknown';
    }
    if (answer.status < 300) return answer;
    if (answer.status === 503) this.refused.push(answer);
    else this.surprises.push(`${what}: ${answer.status} ${JSON.stringify(answer.body).slice(0, 200)}`);
    return 'unknown';
  }

  private action(key: string): Action {
    const action = this.actions.get(key) ?? { acknowledged: 0, unanswered: 0 };
    this.actions.set(key, action);
    return action;
  }

  /** Violations, in words: confirmed actions that are missing, and actions done more often than requested. */
  async broken({ pool }: Pick<Agency, 'pool'>): Promise<string[]> {
    const { rows } = await pool.query<{ action: string; times: number }>(
      `select record || '/' || record_id || '/' || action as action, count(*) as times from trail group by 1`,
    );
    const times = new Map(rows.map((row) => [row.action, Number(row.times)]));
    const broken: string[] = [];
    for (const [action, { acknowledged, unanswered }] of this.actions) {
      // Creations have no id before the answer: people and documents are checked separately.
      if (!/^(invoice|transfer|property)\/\d+\//.test(action)) continue;
      const done = times.get(action) ?? 0;
      if (done < acknowledged) broken.push(`${action}: ${acknowledged} confirmados, ${done} feitos`);
      if (done > acknowledged + unanswered)
        broken.push(`${action}: ${acknowledged + unanswered} pedidos, ${done} feitos`);
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

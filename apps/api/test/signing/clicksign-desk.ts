import { buffer } from 'node:stream/consumers';
import { sha256Of } from '#api/modules/desk/signatures/paper.service.ts';
import { workOnProvider } from '#api/modules/desk/signatures/provider-work.service.ts';
import { richTextPdf } from '#api/pdf/rich-text.ts';
import type { startApp } from '../harness.ts';
import { type HeldEnvelope, startClicksign } from '../servers/clicksign-server.ts';

export const ANA = {
  role: 'OWNER',
  name: 'Ana Prado',
  cpf: '52998224725',
  email: 'ana@exemplo.com',
  channel: 'EMAIL',
  turn: 1,
} as const;
export const BRUNO = {
  ...ANA,
  ...({ role: 'TENANT', name: 'Bruno Reis', cpf: '11144477735', email: 'bruno@exemplo.com' } as const),
};
type Person = Omit<typeof ANA | typeof BRUNO, 'name' | 'turn'> & { name: string; turn: number };

type App = Awaited<ReturnType<typeof startApp>>;

/** Papers that staff send to Clicksign, on this machine, and what comes back of them. */
export async function clicksignDesk(app: App) {
  const { db, deps, clock } = app;
  /** The provider's clock: 10 h in São Paulo, on the day of the app. */
  const clicksign = await startClicksign({ now: () => new Date(`${clock.today}T13:00:00Z`) });
  const staff = app.as('*');
  const html = '<p>As partes aceitam assinar este documento por meio eletrônico.</p>';
  const PDF = await buffer(
    richTextPdf({ title: 'Distrato', agency: { name: 'Serra Imóveis' }, day: '2026-03-10', html }),
  );

  async function link(token = clicksign.token) {
    const given = { base_url: clicksign.url, token, secret: clicksign.secret };
    const linked = await staff.put('/signature/clicksign', given);
    if (linked.statusCode !== 204) throw new Error(linked.body);
    const settings = { deadline_days: 15, remind_days: 3, provider: 'CLICKSIGN', seal: true };
    const saved = await staff.put('/signature/settings', settings);
    if (saved.statusCode !== 200) throw new Error(saved.body);
  }

  /** A draft as its preparation leaves it, without the reading of its pages, which takes most of the time. */
  async function drafted({ people = [ANA, BRUNO] as Person[], in_order = false } = {}): Promise<number> {
    const { id: proposal_id } = await app.contract();
    const key = `document/distrato-${proposal_id}.pdf`;
    await deps.files.put(key, PDF, 'application/pdf');
    const file = await db
      .insertInto('stored_file')
      .values({ key, name: 'Distrato', media_type: 'application/pdf', bytes: PDF.length })
      .returning('id')
      .executeTakeFirstOrThrow();
    const { id } = await db
      .insertInto('signature_envelope')
      .values({
        ...{ kind: 'TERMINATION', title: 'Distrato', proposal_id, provider: 'CLICKSIGN', in_order, remind_days: 3 },
        ...{ deadline: '2026-03-25', file_id: file.id, sha256: sha256Of(PDF), pages: '[]' },
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    await db
      .insertInto('signature_signer')
      .values(people.map((person) => ({ ...person, envelope_id: id })))
      .execute();
    return id;
  }

  async function sent(...given: Parameters<typeof drafted>): Promise<number> {
    const id = await drafted(...given);
    const out = await staff.post(`/signature/${id}/send`);
    if (out.statusCode !== 200) throw new Error(out.body);
    return id;
  }

  const show = async (id: number) => (await staff.get(`/signature/${id}`)).json();
  const errandOf = (id: number) =>
    db.selectFrom('signature_errand').selectAll().where('envelope_id', '=', id).executeTakeFirstOrThrow();
  /** A round of the job, for which what waits is due. */
  async function round() {
    await db
      .updateTable('signature_errand')
      .set({ next_try_at: new Date(0).toISOString() })
      .where('over_at', 'is', null)
      .where('refused', '=', false)
      .execute();
    await workOnProvider(deps);
  }
  /** The newest envelope that people were asked to sign there. */
  function heldOf(): HeldEnvelope {
    const held = clicksign.out().at(-1);
    if (!held) throw new Error('nothing was sent');
    return held;
  }
  const post = (body: object, key?: string) => {
    const { raw, headers } = clicksign.signed(body, key);
    return app.app.inject({ method: 'POST', url: '/api/signature/clicksign', payload: raw, headers });
  };
  return { clicksign, staff, link, drafted, sent, round, post, show, errandOf, heldOf };
}

import { createHash } from 'node:crypto';
import { cpf } from '../apps/api/test/factories.ts';
import { CHECK_ALPHABET } from '../packages/domain/src/signature/check-code.ts';
import { lease } from './contracts.ts';
import type { Demo } from './demo.ts';

type Made = { id: number };

const LEASE = {
  name: 'Locação para assinar',
  body: '<h1>Contrato de locação</h1><p>As partes aceitam assinar este documento por meio eletrônico.</p><p>__________________________________<br />{{inquilino.nome}}</p>',
};

/** A draft of a paper of the newest contract, from a template of its own. */
export async function draftPaper({ call }: Pick<Demo, 'call'>): Promise<Made & { contract: number }> {
  const [{ id: contract } = { id: 0 }] = await call<Made[]>('GET', '/proposal');
  const known = await call<(Made & { name: string })[]>('GET', '/contract/templates');
  const template =
    known.find(({ name }) => name === LEASE.name) ?? (await call<Made>('POST', '/contract/template', LEASE));
  const { id } = await call<Made>('POST', '/signature', {
    ...{ kind: 'LEASE', subject: 'CONTRACT', subject_id: contract, template_id: template.id, leave_blank: true },
  });
  return { id, contract };
}

/** A paper that is out, of which only the row is needed: nobody is sent a link. */
export async function paperOut(demo: Pick<Demo, 'call' | 'db'>): Promise<Made> {
  const { id } = await draftPaper(demo);
  await demo.db
    .updateTable('signature_envelope')
    .set({ state: 'OUT', sent_at: new Date(), check_code: `TEST${id}` })
    .where('id', '=', id)
    .execute();
  return { id };
}

/** The file of a paper that all have signed, and the path of the page that checks it. `file`: what its bytes are to be. */
export async function signedPaper(demo: Pick<Demo, 'call' | 'db'>, file = Buffer.from('%PDF-1.7 assinado')) {
  const { id } = await draftPaper(demo);
  const code = String(id)
    .padStart(16, '0')
    .replace(/\d/g, (digit) => CHECK_ALPHABET[Number(digit)] ?? '')
    .replace(/.{4}(?=.)/g, '$&-');
  const now = new Date();
  await demo.db
    .updateTable('signature_envelope')
    .set((q) => ({
      ...{ state: 'SIGNED', sent_at: now, ended_at: now, check_code: code, accepted: true, sealed: true },
      ...{ signed_file_id: q.ref('file_id'), signed_sha256: createHash('sha256').update(file).digest('hex') },
    }))
    .where('id', '=', id)
    .execute();
  await demo.db
    .updateTable('signature_signer')
    .set({ state: 'SIGNED', signed_at: now, asked_at: now })
    .where('envelope_id', '=', id)
    .execute();
  return { path: `/conferir/${code}`, code, file };
}

type Signer = {
  name: string;
  role: string;
  cpf: string;
  email?: string;
  phone?: string;
  channel?: string;
  turn?: number;
};
type Terms = { title?: string; in_order?: boolean };

/** Names the people of a draft and sends it. Answers the path of each, in the order given. */
async function send({ call }: Pick<Demo, 'call'>, id: number, people: readonly Signer[], terms: Terms = {}) {
  const signers = people.map((person) => ({ turn: 1, channel: 'EMAIL', ...person }));
  await call('PATCH', `/signature/${id}`, { ...terms, signers });
  const sent = await call<{ people: { link: { url: string } | null }[] }>('POST', `/signature/${id}/send`);
  return sent.people.map(({ link }) => (link ? new URL(link.url, 'http://localhost').pathname : ''));
}

/** One who is asked to sign. The demonstration keeps no secrets, so that no call connects a channel. */
export async function askedToSign(demo: Pick<Demo, 'call' | 'db'>) {
  const channel = { channel: 'SMS', base_url: 'http://127.0.0.1:9/sms', token: 'x', verify_token: 'x' } as const;
  await demo.db
    .insertInto('message_channel')
    .values(channel)
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  const { id } = await draftPaper(demo);
  const ana = { name: 'Ana Prado', role: 'TENANT', cpf: cpf(610_101), phone: '32988412076', channel: 'SMS' };
  const [path = ''] = await send(demo, id, [ana]);
  return { path, cpf: ana.cpf };
}

const CLAUSES = Array.from(
  { length: 60 },
  (_, index) =>
    `<p>Cláusula ${index + 1}. O que fica combinado vale para as partes e para quem lhes suceder, pelo prazo do contrato e enquanto durar a locação do imóvel.</p>`,
);

/** A contract whose paper of some pages was sent out to be signed by these people. */
export async function sentPaper(call: Demo['call'], people: readonly Signer[], terms: Terms) {
  const { id: subject_id } = await lease(call);
  const { id: template_id } = await call<Made>('POST', '/contract/template', {
    name: 'Locação de várias páginas',
    body: `${LEASE.body}${CLAUSES.join('')}`,
  });
  const { id } = await call<Made>('POST', '/signature', {
    ...{ kind: 'LEASE', subject: 'CONTRACT', subject_id, template_id },
  });
  await send({ call }, id, people, terms);
  return id;
}

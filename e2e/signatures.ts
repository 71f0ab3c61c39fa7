import { createHash } from 'node:crypto';
import { CHECK_ALPHABET } from '../packages/domain/src/signature/check-code.ts';
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

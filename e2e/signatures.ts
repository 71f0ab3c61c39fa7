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

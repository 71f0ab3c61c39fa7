import { buffer } from 'node:stream/consumers';
import type { SignatureDetail } from '@morada/contract/desk/signatures';
import { systemContext } from '#api/context.ts';
import { closeFile } from '#api/modules/desk/signatures/closing.service.ts';
import * as life from '#api/modules/desk/signatures/life.service.ts';
import { richTextPdf } from '#api/pdf/rich-text.ts';
import { cpf } from '../factories.ts';
import type { startApp } from '../harness.ts';
import { form } from '../pictures.ts';

type App = Awaited<ReturnType<typeof startApp>>;

export const CLAUSE = 'As partes aceitam assinar este documento por meio eletrônico.';

/** A paper of one page, with a text of its own. */
export const paperOf = (text = CLAUSE): Promise<Buffer> =>
  buffer(
    richTextPdf({
      title: 'Contrato',
      agency: { name: 'Imobiliária Serra' } as never,
      day: '2026-03-10',
      html: `<p>${text}</p>`,
    }),
  );

/** Papers as staff send them and as people sign, by calls and by the doors of their life. */
export function signaturesOf({ as, contract, deps }: Pick<App, 'as' | 'contract' | 'deps'>) {
  Object.assign(deps, { publicUrl: 'https://serra.example' });
  const staff = as('*');
  let people = 700_000;
  const newCpf = () => cpf(++people);

  const show = async (id: number): Promise<SignatureDetail> => (await staff.get(`/signature/${id}`)).json();
  /** A draft about a contract, or another record. */
  async function draft(given: { kind?: string; subject?: string; subject_id?: number; text?: string } = {}) {
    const { kind = 'LEASE', subject = 'CONTRACT', subject_id = (await contract()).id, text } = given;
    const data = form(await paperOf(text), 'contrato.pdf', { type: 'application/pdf' });
    for (const [name, value] of Object.entries({ kind, subject, subject_id: String(subject_id) }))
      data.append(name, value);
    const answer = await staff.post('/signature/upload', data as never);
    if (answer.statusCode !== 201) throw new Error(answer.body);
    return answer.json() as SignatureDetail;
  }
  type Person = { role?: string; name?: string; turn?: number; client_id?: number; email?: string; cpf?: string };
  const named = ({ name = 'Ana Prado', role = 'TENANT', turn = 1, email = 'ana@exemplo.com.br', ...rest }: Person) => ({
    ...{ name, role, turn, email, cpf: newCpf(), channel: 'EMAIL', ...rest },
  });
  const update = (id: number, changes: object) => staff.patch(`/signature/${id}`, changes);
  /** A draft that these people sign. */
  async function drafted(signers: readonly Person[], given: Parameters<typeof draft>[0] & { in_order?: boolean } = {}) {
    const { in_order = false, ...about } = given;
    const { id } = await draft(about);
    const answer = await update(id, { in_order, signers: signers.map(named) });
    if (answer.statusCode !== 200) throw new Error(answer.body);
    return answer.json() as SignatureDetail;
  }
  const send = (id: number) => staff.post(`/signature/${id}/send`);
  async function sent(...given: Parameters<typeof drafted>) {
    const { id } = await drafted(...given);
    const answer = await send(id);
    if (answer.statusCode !== 200) throw new Error(answer.body);
    return answer.json() as SignatureDetail;
  }
  const TRACE = { address: '198.51.100.7', device: 'Chrome no Android', channel: 'EMAIL' } as const;
  const sign = (signer: number) =>
    deps.db
      .transaction()
      .execute((trx) =>
        life.signed(
          trx,
          { ...systemContext(deps), db: trx },
          signer,
          { kind: 'TYPED', data: 'Ana Prado', consent_version: 1 },
          TRACE,
        ),
      );
  const refuse = (signer: number, reason = 'Não concordo com a multa') =>
    deps.db
      .transaction()
      .execute((trx) => life.refused(trx, { ...systemContext(deps), db: trx }, signer, reason, TRACE));
  const close = (id: number) => closeFile(deps, id);

  return { staff, show, draft, drafted, update, send, sent, sign, refuse, close, newCpf, named };
}

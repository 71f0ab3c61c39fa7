import { cpf } from '../apps/api/test/factories.ts';
import { lease } from './contracts.ts';

type Call = <T>(method: string, path: string, body?: unknown) => Promise<T>;
export type Asked = {
  name: string;
  role: string;
  cpf: string;
  email?: string;
  phone?: string;
  channel?: string;
  turn?: number;
};

const CLAUSE =
  'As partes aceitam assinar este documento por meio eletrônico, com link pessoal, CPF e código de uso único, e reconhecem esse meio como válido.';
const CLAUSES = Array.from(
  { length: 60 },
  (_, index) =>
    `<p>Cláusula ${index + 1}. O que fica combinado vale para as partes e para quem lhes suceder, pelo prazo do contrato e enquanto durar a locação do imóvel.</p>`,
);

/** A contract whose paper was sent out to be signed by these people, with the path of each. */
export async function sentPaper(
  call: Call,
  people: readonly Asked[],
  { title = 'Locação da Ana', in_order = false } = {},
) {
  const { id: subject_id } = await lease(call);
  const { id: template_id } = await call<{ id: number }>('POST', '/contract/template', {
    name: 'Locação para assinar',
    body: `<h2>Contrato de locação</h2><p>${CLAUSE}</p>${CLAUSES.join('')}`,
  });
  const { id } = await call<{ id: number }>('POST', '/signature', {
    ...{ kind: 'LEASE', subject: 'CONTRACT', subject_id, template_id, title },
  });
  const signers = people.map((person) => ({ turn: 1, channel: 'EMAIL', ...person }));
  await call('PATCH', `/signature/${id}`, { signers, in_order });
  const sent = await call<{ people: { link: { url: string } | null }[] }>('POST', `/signature/${id}/send`);
  return { id, paths: sent.people.map(({ link }) => (link ? new URL(link.url, 'http://localhost').pathname : '')) };
}

/** One who is asked to sign by a text message, which an agency without e-mail sends too. */
export async function askedToSign(call: Call) {
  await call('PUT', '/messages/channels/sms', { base_url: 'http://127.0.0.1:9/sms', token: 'x', deduplicates: false });
  const ana = { name: 'Ana Prado', role: 'TENANT', cpf: cpf(610_101), phone: '32988412076', channel: 'SMS' };
  const { paths } = await sentPaper(call, [ana]);
  return { path: paths[0] ?? '', cpf: ana.cpf };
}

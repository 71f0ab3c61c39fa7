import { isOfSomebody, PARTY_ROLES, type PartyRole } from '@morada/domain/lease/parties';
import * as z from 'zod/mini';
import { endpoints } from '../base/endpoint.ts';
import { blank, calendarDate, givenDate, id, idParams, isFilledIn, recordId } from '../base/fields.ts';
import { problems } from '../base/problem.ts';

const Role = z.enum(Object.keys(PARTY_ROLES) as [PartyRole, ...PartyRole[]], 'Escolha o papel');

export const Party = z.object({
  id: z.int(),
  client_id: z.int(),
  name: z.string(),
  cpf_cnpj: z.string(),
  phone: z.nullable(z.string()),
  role: Role,
  /** Whose spouse, or for whom a procurator acts. */
  of: z.nullable(z.object({ id: z.int(), name: z.string() })),
  /** The tenant to whom invoices are issued: `user_id` of the contract. */
  principal: z.boolean(),
  /** Null: since the contract's beginning. */
  valid_from: z.nullable(calendarDate()),
  /** Null: for as long as the contract runs. */
  valid_to: z.nullable(calendarDate()),
});
export type Party = z.output<typeof Party>;

const LAST_DAY = 'O último dia vem depois do primeiro';

export const PartyCreate = z
  .object({
    client_id: recordId('Escolha a pessoa'),
    role: Role,
    of_client_id: blank(recordId('Informe de quem')),
    valid_from: blank(givenDate('Informe o primeiro dia')),
    valid_to: blank(givenDate('Informe o último dia')),
  })
  .check(
    z.refine(({ role, of_client_id }) => !isOfSomebody(role) || of_client_id !== undefined, {
      path: ['of_client_id'],
      message: 'Informe de quem',
      when: isFilledIn,
    }),
    z.refine(({ valid_from, valid_to }) => !valid_from || !valid_to || valid_to >= valid_from, {
      path: ['valid_to'],
      message: LAST_DAY,
    }),
  );

export const PartyEnd = z.object({ valid_to: givenDate('Informe o último dia') });

export const PrincipalChange = z.object({
  client_id: recordId('Escolha o inquilino'),
  /** Invoices that were issued before stay with whom they were issued to. */
  valid_from: givenDate('Informe a partir de quando'),
  /** The tenant of today goes on as another tenant. */
  stays: z.boolean('Informe se o inquilino de hoje continua'),
});

const editing = ['PROPOSAL_EDIT', 'PROPOSAL_UPDATE'] as const;
const ofContract = z.object({ id, party: id });

export const parties = endpoints('contracts', {
  add: {
    method: 'PUT',
    path: '/proposal/:id/party',
    access: editing,
    summary: 'Incluir uma parte no contrato: inquilino, cônjuge, fiador, procurador ou usufrutuário',
    params: idParams,
    body: PartyCreate,
    response: Party,
    status: 201,
  },
  end: {
    method: 'PUT',
    path: '/proposal/:id/party/:party/end',
    access: editing,
    summary: 'Encerrar a participação de uma parte, com o último dia',
    params: ofContract,
    body: PartyEnd,
  },
  reopen: {
    method: 'PUT',
    path: '/proposal/:id/party/:party/reopen',
    access: editing,
    summary: 'Desfazer o encerramento de uma parte',
    params: ofContract,
  },
  discard: {
    method: 'DELETE',
    path: '/proposal/:id/party/:party',
    access: editing,
    summary: 'Remover uma parte incluída por engano',
    params: ofContract,
  },
  setPrincipal: {
    method: 'PUT',
    path: '/proposal/:id/principal',
    access: editing,
    summary: 'Trocar o inquilino principal, também por cessão do contrato',
    changes: ['invoices'],
    params: idParams,
    body: PrincipalChange,
  },
});

export const partyProblems = problems({
  PARTY_NOT_FOUND: [404, 'Não encontramos esta parte no contrato.'],
  PARTY_MISSING: [422, 'Escolha a pessoa', 'client_id'],
  PARTY_TWICE: [409, 'Esta pessoa já está no contrato neste papel e nestes dias', 'client_id'],
  PARTY_OF_NOBODY: [422, 'Escolha um inquilino, fiador, usufrutuário ou proprietário deste contrato', 'of_client_id'],
  PARTY_OWNS: [422, 'O proprietário do imóvel não pode ser o inquilino', 'client_id'],
  TENANT_IS_GUARANTOR: [422, 'Esta pessoa é fiadora do contrato nestes dias. Encerre a fiança antes.', 'client_id'],
  GUARANTOR_RENTS: [422, 'O inquilino não pode ser o próprio fiador', 'client_id'],
  PARTY_DAYS: [422, LAST_DAY, 'valid_to'],
  PARTY_STANDS: [409, 'Esta parte continua no contrato.'],
  PARTY_IS_PRINCIPAL: [409, 'Já é o inquilino principal', 'client_id'],
  PRINCIPAL_STAYS: [409, 'É o inquilino principal. Troque o inquilino principal antes.'],
  PARTY_SUCCEEDED: [
    409,
    'É o registro de quem foi o inquilino principal, e não muda. Para a pessoa voltar, inclua-a de novo.',
  ],
  PRINCIPAL_TAX: [
    409,
    'Há faturas em aberto, e o imposto de renda delas muda entre pessoa física e jurídica. Receba-as ou delete-as antes.',
  ],
  PRINCIPAL_DAY: [
    422,
    'Informe um dia até hoje, depois do início do contrato e da última troca de inquilino principal',
    'valid_from',
  ],
});

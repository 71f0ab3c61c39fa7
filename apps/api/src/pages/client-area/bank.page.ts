import { hiddenDocument } from '@morada/domain/base/documents';
import { CODE_MINUTES } from '@morada/domain/people/account-request';
import type { bankOf } from '#api/modules/doors/client-area/contact.service.ts';
import { html } from '../../base/html.ts';
import { formNotice, inputField, selectField } from '../kit/fields.ts';
import { icons } from '../kit/icons.ts';
import type { Filled } from './account/entry.page.ts';
import { PATHS } from './client-area.paths.ts';
import { type Area, areaPage, done, empty, formatInstant, heading, rows, section } from './layout.part.ts';

type Bank = Awaited<ReturnType<typeof bankOf>>;
type Account = Pick<
  Bank['accounts'][number],
  'bank_name' | 'agency_number' | 'account_number' | 'account_type' | 'pix_key' | 'holder_name' | 'document'
>;

/** Only the last characters, since others may see the screen. */
const ending = (text: string) => (text.length > 4 ? `•••${text.slice(-4)}` : text);

const accountWords = ({ bank_name, agency_number, account_number, account_type, pix_key }: Account) =>
  [
    account_number &&
      `Agência ${agency_number}, ${account_type === 'POUPANCA' ? 'poupança' : 'conta'} ${ending(account_number)}`,
    pix_key && `Pix ${ending(pix_key)}`,
    !account_number && bank_name,
  ]
    .filter(Boolean)
    .join(' · ');

const accountRow = (account: Account) => ({
  title: account.bank_name ?? 'Chave Pix',
  note: `${accountWords(account)} · ${account.holder_name}, ${hiddenDocument(account.document)}`,
});

/** Accounts that transfers go to, and the two steps of changing one. */
export function bankPage(area: Area, bank: Bank, filled: Filled) {
  const { accounts, request, last } = bank;
  return areaPage(area, 'account', {
    title: 'Conta para repasses',
    main: html`<p class="back"><a href="${PATHS.account}">${icons.left}Conta</a></p>
${heading('Conta para repasses')}
${section('Onde você recebe', accounts.length > 0 ? rows(accounts.map(accountRow)) : empty('Nenhuma conta no cadastro.'))}
${last?.state === 'REFUSED' && !request && html`<div class="told"><p>A imobiliária não confirmou a última troca, em ${formatInstant(last.decided_at ?? '')}: ${last.refusal}</p></div>`}
${request?.state === 'WAITING_AGENCY' && waiting(request)}
${request?.state === 'WAITING_CODE' && codeForm(request, filled)}
${!request && (bank.canAsk ? accountForm(bank, filled) : html`<div class="told"><p>Para trocar a conta, <a class="lead" href="${PATHS.newTicket}">fale com a imobiliária</a>.</p></div>`)}`,
  });
}

const cancel = (words: string) =>
  html`<form method="post" action="${PATHS.bank}/cancelar"><button class="button" type="submit">${words}</button></form>`;

type Request = NonNullable<Bank['request']>;

const waiting = (request: Request) =>
  section(
    'Troca pedida',
    html`${done('Pedido confirmado por você', 'A imobiliária confere os dados com você antes de usar a conta nova.')}
${rows([accountRow(request)])}
<p class="dim">O primeiro pagamento em uma conta nova pode levar mais um dia, por segurança.</p>
<p class="actions">${cancel('Cancelar o pedido')}</p>`,
  );

const codeForm = (request: Request, { values, errors }: Filled) =>
  section(
    'Falta o código',
    html`<p>Enviamos um código de 6 algarismos ao seu e-mail. Ele vale por ${CODE_MINUTES} minutos.</p>
${rows([accountRow(request)])}
<form class="fields" method="post" action="${PATHS.bank}/codigo" novalidate>
${formNotice({ id: 'codigo', values, errors })}
${inputField({ id: 'codigo', values, errors }, { name: 'code', label: 'Código', autocomplete: 'one-time-code', inputmode: 'numeric' })}
<button class="button main" type="submit">Confirmar</button>
</form>
<p class="actions">${cancel('Desistir da troca')}</p>`,
  );

function accountForm({ accounts, banks }: Bank, { values, errors }: Filled) {
  const state = { id: 'conta', values, errors };
  const choices = accounts.map(
    (account) => [String(account.id), `${account.bank_name ?? 'Chave Pix'}, ${accountWords(account)}`] as const,
  );
  return section(
    accounts.length > 0 ? 'Trocar a conta' : 'Informar a conta',
    html`<p class="dim">Preencha banco, agência e conta, ou só a chave Pix. Você confirma por um código no seu e-mail, e depois a imobiliária confirma.</p>
<form class="fields" method="post" action="${PATHS.bank}" novalidate>
${formNotice(state)}
${choices.length > 0 && selectField(state, { name: 'replaces', label: 'Conta a trocar' }, choices)}
${selectField(state, { name: 'code', label: 'Banco', optional: true }, [['', 'Escolha o banco'], ...banks.map(({ code, name }) => [code, `${code} ${name}`] as const)])}
${inputField(state, { name: 'agency_number', label: 'Agência', optional: true })}
${inputField(state, { name: 'account_number', label: 'Conta com dígito', optional: true })}
${selectField(state, { name: 'account_type', label: 'Tipo' }, [
  ['CORRENTE', 'Corrente'],
  ['POUPANCA', 'Poupança'],
])}
${inputField(state, { name: 'operation_number', label: 'Operação', optional: true, inputmode: 'numeric' })}
${inputField(state, { name: 'pix_key', label: 'Chave Pix', optional: true })}
${inputField(state, { name: 'holder_name', label: 'Titular' })}
${inputField(state, { name: 'document', label: 'CPF ou CNPJ do titular' })}
<button class="button main" type="submit">Receber o código</button>
</form>`,
  );
}

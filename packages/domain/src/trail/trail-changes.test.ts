import { expect, test } from 'vitest';
import { TRAIL, trailActions, trailActionWords, trailRecordName } from './trail.ts';
import { trailChanges } from './trail-changes.ts';

// biome-ignore format: a table of cases reads best aligned
test.each<[string, string, Record<string, unknown> | null, unknown[]]>([
  ['client', 'delete', null, []],
  // Personal values are masked: a CPF shows its middle, an e-mail its first letter and host, others nothing.
  ['client', 'update', { cpf_cnpj: ['52998224725', '11144477735'] }, [['CPF/CNPJ', '***.982.247-**', '***.444.777-**']]],
  ['client', 'update', { email: ['ana@exemplo.com.br', null] }, [['E-mail', 'a•••@exemplo.com.br', '—']]],
  ['client', 'update', { birth_date: [null, '1980-05-02'], street: ['Rua A', 'Rua B'] }, [['Data de nascimento', '—', '•••'], ['Logradouro', '•••', '•••']]],
  ['client', 'create', { name: 'Ana', type: 'TENANT', phone: '32988412076' }, [['Nome', undefined, 'Ana'], ['Tipo', undefined, 'Inquilino'], ['Telefone', undefined, '•••']]],
  ['bank_account', 'create', { bank_name: 'Itaú', pix_key: '+5532988412076' }, [['Banco', undefined, 'Itaú'], ['Chave Pix', undefined, '•••']]],
  // A property's address is not personal data.
  ['property', 'update', { street: ['Rua A', 'Rua B'], price: [120_000, 135_050] }, [['Logradouro', 'Rua A', 'Rua B'], ['Valor', 'R$ 1.200,00', 'R$ 1.350,50']]],
  ['property', 'update', { cep: [null, '36025000'] }, [['CEP', '—', '36.025-000']]],
  ['property', 'fees', { fees: [[], [{ name: 'IPTU', price: 5_000 }, { name: 'Água', price: 1 }]] }, [['Taxas', '—', 'IPTU: R$ 50,00, Água: R$ 0,01']]],
  ['property', 'update', { pet: [null, true], status: ['AVAILABLE', 'RENTED'] }, [['Aceita animais', '—', 'Sim'], ['Situação', 'Disponível', 'Alugado']]],
  // The same words as in the contract's own history.
  ['proposal', 'readjust', { current_price: [235_000, 242_873] }, [['Valor atual', 'R$ 2.350,00', 'R$ 2.428,73']]],
  ['proposal', 'update', { bank_account: ['1234', '99'] }, [['Conta', '•••', '•••']]],
  ['proposal', 'create', { price: 100_000, start_date: '2026-03-10' }, [['Aluguel no contrato', undefined, 'R$ 1.000,00'], ['Início', undefined, '10/03/2026']]],
  ['invoice', 'pay', { pay_day: '2026-03-10', paid_amount: 155_000, payment_method: 'PIX' }, [['Pago em', undefined, '10/03/2026'], ['Valor recebido', undefined, 'R$ 1.550,00'], ['Forma de pagamento', undefined, 'Pix']]],
  // An invoice is named by the same month everywhere: the month of use, before that of the due date.
  ['invoice', 'create', { reference: '2026-11' }, [['Mês de referência', undefined, 'outubro de 2026']]],
  ['price_index', 'update', { month: '2026-11' }, [['Mês', undefined, 'novembro de 2026']]],
  ['bank_link', 'create', { client_id: 'abc', base_url: 'https://banco.example' }, [['Client id', undefined, 'abc'], ['Endereço da API', undefined, 'https://banco.example']]],
  ['debt_register', 'create', { client_id: 7, done_on: '2026-03-10', protocol: 'AR 9' }, [['Cliente', undefined, '7'], ['Dia', undefined, '10/03/2026'], ['Protocolo', undefined, 'AR 9']]],
  // A list of two items is not a pair of before and after.
  ['payment_batch', 'create', { pay_on: '2026-03-10', transfers: [7, 9] }, [['Pagamento em', undefined, '10/03/2026'], ['Repasses', undefined, '7, 9']]],
  ['payment_batch', 'cancel', { transfers: [7, 9] }, [['Repasses', undefined, '7, 9']]],
  ['permission_group', 'create', { name: 'Recepção', permissions: ['CLIENT_VIEW', 'CLIENT_EDIT'] }, [['Nome', undefined, 'Recepção'], ['Permissões', undefined, 'Ver clientes, Editar clientes']]],
  ['permission_group', 'update', { permissions: [['CLIENT_VIEW'], ['*']] }, [['Permissões', 'Ver clientes', 'Todas as permissões']]],
  ['admin_user', 'export', { list: 'clientes', rows: 12, filters: { type: 'OWNER', query: true } }, [['Lista', undefined, 'clientes'], ['Registros', undefined, '12'], ['Filtros', undefined, 'Tipo: Proprietário, Busca: Sim']]],
])('%s %s %j', (record, action, changes, expected) => {
  const told = trailChanges(record, action, changes).map(({ label, before, after }) => [label, before, after]);
  // A no-break space separates R$ and the figure.
  expect(told.map((texts) => texts.map((text) => text?.replaceAll('\u00a0', ' ')))).toEqual(expected);
});

test('what is not in the table is told by its own name, a field by none', () => {
  expect([trailRecordName('client'), trailRecordName('old')]).toEqual(['Cliente', 'old']);
  expect([trailActionWords('client', 'anonymise'), trailActionWords('client', 'old')]).toEqual(['anonimizou', 'old']);
  expect(trailChanges('client', 'update', { old: ['toString', 'constructor'] })).toEqual([
    { field: 'old', label: 'Outro dado', before: 'toString', after: 'constructor' },
  ]);
});

test('the actions of one kind, and each once of all', () => {
  expect(trailActions('remittance')).toEqual([{ action: 'create', words: 'gerou' }]);
  const all = trailActions();
  expect(new Set(all.map(({ action }) => action)).size).toBe(all.length);
  for (const { actions } of Object.values(TRAIL))
    for (const action of Object.keys(actions)) expect(all.map((one) => one.action)).toContain(action);
});

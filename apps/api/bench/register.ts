import type { Pool } from 'pg';

const quoted = (words: string) => `array['${words.trim().split(/\s+/).join("','")}']`;

/** Name frequencies as in Brazil: one in nine is a Maria, and two letters match a third of the register. */
const FIRST = quoted(`
  Maria Maria Maria Maria Maria Maria José José José José Ana Ana Ana João João João Antônio Antônio Francisco Carlos Paulo Paulo Pedro
  Lucas Luiz Luiz Marcos Marcelo Mariana Márcia Marina Mateus Maurício Mauro Gabriel Rafael Daniel Bruno Eduardo Fernanda Patrícia Juliana
  Aline Sandra Camila Bruna Jéssica Letícia Júlia Rita Sônia Vera Célio Lívia Wagner`);
const MIDDLE = quoted(
  `das de da do dos Aparecida Helena Cristina Augusto Henrique Eduardo Beatriz Conceição Lúcia Carolina Vitória`,
);
const LAST = quoted(`
  Silva Silva Silva Santos Santos Oliveira Oliveira Souza Souza Rodrigues Ferreira Alves Pereira Lima Gomes Costa Ribeiro Martins Carvalho
  Almeida Lopes Soares Fernandes Vieira Barbosa Rocha Dias Nascimento Andrade Moreira Nunes Marques Machado Mendes Freitas Cardoso Ramos
  Gonçalves Santana Teixeira Araújo Guimarães Mendonça Vasconcelos Batista Magalhães Maia Macedo Matos Salles Braga Moura Prado`);
const STREETS =
  quoted(`Halfeld Batista Marechal Floriano Getúlio Independência Olegário Maciel Morais Castro Santo Antônio Barbosa Lima
  Espírito Santos Dumont Braz Bernardino Mister Moore Tiradentes Constantino Paleta Sampaio`);
const NEIGHBORHOODS = quoted(
  `Centro Cascatinha Granbery Bonfim Manoel Benfica Alto Paineiras Teixeiras Aeroporto Bandeirantes Costa`,
);

const pick = (words: string, seed: string) =>
  `(${words})[1 + abs(hashint8extended(n, ${seed}) % array_length(${words}, 1))]`;
const digits = (length: number, seed: string) =>
  `lpad(abs(hashint8extended(n, ${seed}) % ${10 ** length})::text, ${length}, '0')`;

/**
 * A contract in force on each property, with about four invoices each: the newest is open, as on the day after billing.
 */
export async function fillContracts(pool: Pool, { contracts, clients }: { contracts: number; clients: number }) {
  await pool.query(`insert into proposal (user_id, property_id, price, current_price, commission, transfer_date, start_date, end_date,
      next_readjustment, guarantee, status, registered_on, billed_through)
    select 1 + abs(hashint8extended(n, 8) % ${clients}), n, 150000, 150000, 1000, 1 + n % 28, '2025-01-01', '2027-12-31', '2027-01-01', 'OTHER',
      'APPROVED', '2025-01-01', '2026-12'
    from generate_series(1, ${contracts}) n where exists (select from client where id = 1 + abs(hashint8extended(n, 8) % ${clients}))`);
  await pool.query(`insert into invoice (proposal_id, user_id, property_id, reference, due_date, price, fees, lines, status, pay_day, paid_amount)
    select id, user_id, property_id, to_char(due, 'YYYY-MM'), due, 150000, 0,
      '[{"kind":"RENT","name":"Aluguel","note":"mês inteiro","amount":150000}]'::jsonb,
      case when month < 4 then 'PAID' else 'PENDING' end, case when month < 4 then due end, case when month < 4 then 150000 end
    from (select proposal.*, month, (date '2026-08-01' + make_interval(months => month) + make_interval(days => (proposal.id % 28)::int))::date as due
      from proposal, generate_series(1, 4) month) months`);
  await pool.query('vacuum analyze');
}

/** A register of the size used for search measurements; the person and the street that only one record has. */
export const RARE = { client: 'Xisto', street: 'Zoroastro' };

export async function fillRegister(pool: Pool, { clients, properties }: { clients: number; properties: number }) {
  const name = `concat_ws(' ', ${pick(FIRST, '1')}, ${pick(MIDDLE, '2')}, ${pick(LAST, '3')}, ${pick(LAST, '4')})`;
  await pool.query(`insert into client (name, email, phone, cellphone, cpf_cnpj, type, active)
    select name, lower(unaccent(translate(name, ' ', '.'))) || n || '@exemplo.com.br', '323' || ${digits(7, '5')},
      case when n % 3 = 0 then '329' || ${digits(8, '6')} end, ${digits(11, '7')}, (array['TENANT','TENANT','OWNER','GUARANTOR'])[1 + n % 4], n % 50 <> 0
    from (select n, case when n = ${Math.floor(clients / 2)} then 'José ${RARE.client} Prado' else ${name} end as name from generate_series(1, ${clients}) n) people
    on conflict do nothing`);
  await pool.query(`insert into property (status, type, location, price, street, number, complement, neighborhood, city, state, cep)
    select (array['AVAILABLE','RENTED','RENTED','SOLD','UNAVAILABLE'])[1 + n % 5], (array['RENT','RENT','SALE'])[1 + n % 3],
      (array['APARTMENT','APARTMENT','HOUSE','STORE','LOT'])[1 + n % 5], 80000 + 1000 * (n % 400),
      'Rua ' || case when n = ${Math.floor(properties / 2)} then '${RARE.street}' else ${pick(STREETS, '1')} || ' ' || ${pick(STREETS, '2')} end,
      (n % 3000)::text, case when n % 2 = 0 then 'ap. ' || n % 900 end, ${pick(NEIGHBORHOODS, '3')}, 'Juiz de Fora', 'MG', '360' || ${digits(5, '4')}
    from generate_series(1, ${properties}) n`);
  await pool.query(`insert into property_owner (property_id, client_id, position)
    select property.id, client.id, 0 from property join client on client.id = 1 + property.id * 2 % ${clients}`);
  await pool.query('vacuum analyze');
}

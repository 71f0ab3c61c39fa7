import { addToReference, type CalendarDate, monthName, yearOf } from '../base/calendar.ts';
import { isCnpj, isCpf, isDocument } from '../base/documents.ts';
import { type Cents, formatMoney } from '../base/money.ts';
import {
  type DimobHead,
  type DimobPerson,
  type DimobProperty,
  type DimobRent,
  type DimobSale,
  NON_RESIDENT_DOCUMENT,
} from './dimob.ts';

/** The program accepts contracts of rentals from this year on. */
const FIRST_YEAR = 1950;
const CONTRACT_NUMBER_SIZE = 6;
/** Receipt number of a DIMOB: the layout's column whole (R01, positions 23 to 32). A shorter one was copied in part. */
export const RECEIPT = /^\d{10}$/;

export type DimobProblem = {
  /** The program refuses a file with a blocking problem; a warning deserves a look. */
  kind: 'BLOCKING' | 'WARNING';
  /** Record to correct; `id` is its id, null for the agency. */
  subject: 'AGENCY' | 'PERSON' | 'PROPERTY' | 'CONTRACT' | 'SALE';
  id: number | null;
  field: string;
  message: string;
};

type Rent = DimobRent & { owner_id: number; tenant_id: number; proposal_id: number; property_id: number };
type Sale = DimobSale & { buyer_id: number; seller_id: number; sale_id: number; property_id: number };

/** Faults that the program would refuse or question, in the order of the file, each once for a record. */
export function dimobProblems(
  declaration: DimobHead & { rents: Iterable<Rent>; sales: Iterable<Sale> },
): DimobProblem[] {
  const found = new Map<string, DimobProblem>();
  const add = (problems: Iterable<DimobProblem>) => {
    for (const problem of problems) {
      const key = `${problem.subject} ${problem.id} ${problem.field} ${problem.message}`;
      if (!found.has(key)) found.set(key, problem);
    }
  };
  add(ofAgency(declaration));
  for (const rent of declaration.rents) add(ofRent(rent, declaration.year));
  for (const sale of declaration.sales) add(ofSale(sale, declaration.year));
  return [...found.values()];
}

function* ofAgency({ declarant, rectifies }: DimobHead): Generator<DimobProblem> {
  const of = blocking('AGENCY', null);
  if (!isCnpj(declarant.cnpj)) yield of('cnpj', 'O CNPJ da imobiliária falta ou não é válido');
  else if (/[A-Z]/.test(declarant.cnpj)) yield lettersOf('AGENCY', null, 'cnpj', 'da imobiliária');
  if (declarant.name.trim() === '') yield of('name', 'Falta a razão social da imobiliária');
  if (!isCpf(declarant.responsible_cpf)) {
    yield of('responsible_cpf', 'O CPF do responsável pela imobiliária perante a Receita falta ou não é válido');
  }
  if (declarant.address.trim() === '') yield of('address', 'Falta o endereço da imobiliária');
  if (!isUf(declarant.uf)) yield of('uf', 'Falta a UF da imobiliária');
  if (!isMunicipality(declarant.municipality)) {
    yield of('municipality', 'O município da imobiliária não tem o código da Receita');
  }
  if (rectifies !== null && !RECEIPT.test(rectifies)) {
    yield of('rectifies', 'O número do recibo da declaração retificada tem 10 algarismos');
  }
}

function* ofRent(rent: Rent, year: number): Generator<DimobProblem> {
  const name = `contrato ${rent.contract_number}`;
  yield* ofPerson(rent.owner, rent.owner_id, `proprietário do ${name}`);
  const check = rent.tenant.document === NON_RESIDENT_DOCUMENT ? ofName : ofPerson;
  yield* check(rent.tenant, rent.tenant_id, `inquilino do ${name}`);
  yield* ofContract(rent, year, name, blocking('CONTRACT', rent.proposal_id));
  yield* ofProperty(rent.property, rent.property_id, name);
  yield* ofMonths(rent, year, name);
}

function* ofSale(sale: Sale, year: number): Generator<DimobProblem> {
  const name = `contrato de venda ${sale.contract_number}`;
  const of = blocking('SALE', sale.sale_id);
  yield* ofPerson(sale.buyer, sale.buyer_id, `comprador do ${name}`);
  yield* ofPerson(sale.seller, sale.seller_id, `vendedor do ${name}`);
  yield* ofContract(sale, year, name, of);
  yield* ofProperty(sale.property, sale.property_id, name);
  if (sale.price < 0) yield of('price', `O valor do ${name} é negativo`);
  if (sale.commission < 0) yield of('commission', `A comissão do ${name} é negativa`);
}

function* ofPerson(person: DimobPerson, id: number, role: string): Generator<DimobProblem> {
  yield* ofName(person, id, role);
  const of = blocking('PERSON', id);
  const name = person.name.trim();
  const whose = name ? `de ${name}` : `do ${role}`;
  if (person.document === '') yield of('document', `${name || `O ${role}`} está sem CPF ou CNPJ`);
  else if (!isDocument(person.document)) yield of('document', `O CPF ou CNPJ ${whose} não é válido`);
  else if (/[A-Z]/.test(person.document)) yield lettersOf('PERSON', id, 'document', whose);
}

function* ofName(person: DimobPerson, id: number, role: string): Generator<DimobProblem> {
  if (person.name.trim() === '') yield blocking('PERSON', id)('name', `Falta o nome do ${role}`);
}

type Block = (field: string, message: string) => DimobProblem;

function* ofContract(
  { contract_number, contract_date }: { contract_number: string; contract_date: CalendarDate },
  year: number,
  name: string,
  of: Block,
): Generator<DimobProblem> {
  if (contract_number.trim() === '') yield of('contract_number', 'Falta o número curto de um contrato');
  if (contract_number.length > CONTRACT_NUMBER_SIZE) {
    yield of('contract_number', `O número do ${name} tem mais de ${CONTRACT_NUMBER_SIZE} caracteres`);
  }
  const signed = yearOf(contract_date);
  if (!(signed >= FIRST_YEAR && signed <= year)) {
    yield of('contract_date', `A data do ${name} não está entre ${FIRST_YEAR} e ${year}`);
  }
}

function* ofProperty(property: DimobProperty, id: number, name: string): Generator<DimobProblem> {
  const of = blocking('PROPERTY', id);
  const where = property.address.trim() || `imóvel do ${name}`;
  if (property.address.trim() === '') yield of('address', `Falta a rua do ${where}`);
  if (!/^\d{8}$/.test(property.cep)) yield of('cep', `Falta o CEP de ${where}`);
  if (!isUf(property.uf)) yield of('uf', `Falta a UF de ${where}`);
  if (!isMunicipality(property.municipality)) {
    yield of('municipality', `O município de ${where} não tem o código da Receita`);
  }
}

function* ofMonths({ months, owner, proposal_id }: Rent, year: number, name: string): Generator<DimobProblem> {
  for (const [index, { rent, fee, tax }] of months.entries()) {
    const month = monthName(addToReference(`${year}-01`, index));
    const of = blocking('CONTRACT', proposal_id);
    const where = `em ${month}, no ${name}, de ${owner.name}`;
    if (rent < 0) yield of('rent', below('O aluguel', rent, where));
    if (fee < 0) yield of('fee', below('A comissão', fee, where));
    if (tax < 0) yield of('tax', below('O imposto retido', tax, where));
    const isNegativeNet = rent >= 0 && fee >= 0 && tax >= 0 && rent - fee - tax < 0;
    if (isNegativeNet) yield { ...of('net', `A comissão e o imposto passam do aluguel ${where}`), kind: 'WARNING' };
  }
}

const below = (what: string, amount: Cents, where: string) =>
  `${what} está abaixo de zero (${formatMoney(amount)}) ${where}`;

const blocking =
  (subject: DimobProblem['subject'], id: number | null): Block =>
  (field, message) => ({ kind: 'BLOCKING', subject, id, field, message });

const lettersOf = (
  subject: DimobProblem['subject'],
  id: number | null,
  field: string,
  whose: string,
): DimobProblem => ({
  kind: 'WARNING',
  subject,
  id,
  field,
  message: `O CNPJ ${whose} tem letras: confira se o programa da DIMOB deste ano o aceita`,
});

const isUf = (text: string) => /^[A-Z]{2}$/.test(text);
const isMunicipality = (text: string) => /^\d{4}$/.test(text);

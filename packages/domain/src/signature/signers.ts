import type { PartyRole } from '../lease/parties.ts';
import type { SignatureKind } from './kinds.ts';
import { SIGNER_CHANNELS, type SignerChannel, type SignerRole } from './words.ts';

/** A person of the record, as far as they sign. */
export type KnownPerson = {
  client_id: number;
  name: string;
  /** CPF, or CNPJ of a company, which somebody signs for. */
  document: string;
  isCompany: boolean;
  email: string | null;
  phone: string | null;
  married: boolean;
  /** The spouse as the register says. */
  spouse: { name: string; cpf: string | null } | null;
};
export type KnownParty = KnownPerson & { role: PartyRole; of_client_id: number | null };

export type ProposedSigner = {
  client_id: number | null;
  role: SignerRole;
  name: string;
  /** In which capacity, where the role doesn't say it. */
  capacity: string | null;
  cpf: string | null;
  email: string | null;
  phone: string | null;
  channel: SignerChannel;
  turn: number;
};

type Subject = {
  kind: SignatureKind;
  owners: readonly KnownPerson[];
  /** Parties of the contract of the day: the principal tenant first. */
  parties: readonly KnownParty[];
  /** Who buys, of a property that is sold: as the bid that was accepted says. */
  buyer?: Pick<KnownPerson, 'name' | 'email' | 'phone'> & { client_id: number | null; cpf: string | null };
  /** Who signed for the agency last, or whoever prepares the paper. */
  agency: { name: string; cpf: string | null; email: string | null; phone: string | null };
};

/** Whose signatures a paper of each kind asks for. */
const ASKED: Record<SignatureKind, readonly SignerRole[]> = {
  LEASE: ['TENANT', 'SPOUSE', 'GUARANTOR', 'USUFRUCTUARY', 'OWNER', 'AGENCY'],
  ADDENDUM: ['TENANT', 'SPOUSE', 'GUARANTOR', 'USUFRUCTUARY', 'OWNER', 'AGENCY'],
  EXTENSION: ['TENANT', 'SPOUSE', 'GUARANTOR', 'USUFRUCTUARY', 'OWNER', 'AGENCY'],
  TERMINATION: ['TENANT', 'OWNER', 'AGENCY'],
  SALE: ['BUYER', 'OWNER', 'SPOUSE'],
  DEBT_AGREEMENT: ['TENANT', 'GUARANTOR', 'SPOUSE', 'AGENCY', 'WITNESS'],
  INSPECTION: ['TENANT', 'AGENCY'],
  KEYS: ['TENANT', 'AGENCY'],
  CONSENT: ['TENANT', 'SPOUSE', 'GUARANTOR'],
  MANDATE: ['OWNER', 'SPOUSE', 'AGENCY'],
  OTHER: ['TENANT', 'OWNER'],
};

/** Turns of each role, where a paper is signed in order: who it binds first, the agency and the witnesses last. */
const TURNS: Record<SignerRole, number> = {
  TENANT: 1,
  BUYER: 1,
  SPOUSE: 1,
  PROCURATOR: 1,
  GUARANTOR: 2,
  USUFRUCTUARY: 3,
  OWNER: 3,
  AGENCY: 4,
  WITNESS: 5,
};

const WITNESSES = 2;

/** E-mail where there is one; else the telephone by SMS. */
const channelOf = ({ email, phone }: Pick<KnownPerson, 'email' | 'phone'>): SignerChannel =>
  email === null && phone !== null ? 'SMS' : 'EMAIL';

function signerOf(person: KnownPerson, role: SignerRole, turn: number): ProposedSigner {
  const { client_id, name, document, isCompany, email, phone } = person;
  // A company signs by a person, whom staff name.
  if (isCompany)
    return {
      client_id,
      role,
      name: '',
      capacity: `Por ${name}`,
      cpf: null,
      email,
      phone,
      channel: channelOf(person),
      turn,
    };
  return { client_id, role, name, capacity: null, cpf: document, email, phone, channel: channelOf(person), turn };
}

/**
 * Proposes who signs: the people of the record by their roles, a procurator in place of whom they act for, spouses of owners
 * and guarantors, for whoever answers for the agency, and two witnesses of an agreement about a debt. Nobody is proposed
 * twice: one signature counts for each role that the person has.
 */
export function proposeSigners({ kind, owners, parties, buyer, agency }: Subject): ProposedSigner[] {
  const asked = new Set<SignerRole>(ASKED[kind]);
  const proposed: ProposedSigner[] = [];
  const procuratorOf = (id: number) =>
    parties.find(({ role, of_client_id }) => role === 'PROCURATOR' && of_client_id === id);
  const isThere = (one: ProposedSigner) =>
    proposed.some(
      (other) =>
        (one.cpf !== null && other.cpf === one.cpf) ||
        (one.client_id !== null && other.client_id === one.client_id && other.capacity === one.capacity),
    );
  const add = (one: ProposedSigner) => {
    if (!isThere(one)) proposed.push(one);
  };
  const sign = (person: KnownPerson, role: SignerRole) => {
    const turn = TURNS[role];
    const procurator = procuratorOf(person.client_id);
    if (!procurator) return add(signerOf(person, role, turn));
    const acting = signerOf(procurator, 'PROCURATOR', turn);
    add({ ...acting, capacity: `Por ${person.name}` });
  };
  /** The spouse who is a party; else as the register has them. */
  const signSpouse = (person: KnownPerson, role: 'OWNER' | 'GUARANTOR') => {
    if (parties.some((party) => party.role === 'SPOUSE' && party.of_client_id === person.client_id)) return;
    if (!person.married || !person.spouse || person.isCompany) return;
    const { name, cpf } = person.spouse;
    const capacity = `Cônjuge de ${person.name}`;
    const contact = { email: null, phone: null, channel: 'EMAIL' } as const;
    add({ ...contact, client_id: null, role: 'SPOUSE', name, capacity, cpf, turn: TURNS[role] });
  };
  const inRole = (wanted: PartyRole) => parties.filter(({ role }) => role === wanted);
  const spouses = (people: readonly KnownPerson[]) =>
    inRole('SPOUSE').filter(({ of_client_id }) => people.some(({ client_id }) => client_id === of_client_id));

  if (asked.has('BUYER') && buyer)
    add({ ...buyer, role: 'BUYER', capacity: null, channel: channelOf(buyer), turn: TURNS.BUYER });
  if (asked.has('TENANT')) for (const tenant of inRole('TENANT')) sign(tenant, 'TENANT');
  if (asked.has('TENANT') && asked.has('SPOUSE')) for (const one of spouses(inRole('TENANT'))) sign(one, 'SPOUSE');
  if (asked.has('GUARANTOR'))
    for (const guarantor of inRole('GUARANTOR')) {
      sign(guarantor, 'GUARANTOR');
      for (const one of spouses([guarantor])) sign(one, 'SPOUSE');
      signSpouse(guarantor, 'GUARANTOR');
    }
  if (asked.has('USUFRUCTUARY')) for (const one of inRole('USUFRUCTUARY')) sign(one, 'USUFRUCTUARY');
  if (asked.has('OWNER'))
    for (const owner of owners) {
      sign(owner, 'OWNER');
      if (!asked.has('SPOUSE')) continue;
      for (const one of spouses([owner])) sign(one, 'SPOUSE');
      signSpouse(owner, 'OWNER');
    }
  const nobody = { client_id: null, capacity: null } as const;
  if (asked.has('AGENCY'))
    add({ ...nobody, ...agency, role: 'AGENCY', channel: channelOf(agency), turn: TURNS.AGENCY });
  if (asked.has('WITNESS'))
    for (let count = 0; count < WITNESSES; count += 1)
      proposed.push({
        ...{ ...nobody, role: 'WITNESS', name: '', cpf: null, email: null, phone: null },
        ...{ channel: 'EMAIL', turn: TURNS.WITNESS },
      });
  return proposed;
}

type Sent = Pick<ProposedSigner, 'name' | 'cpf' | 'email' | 'phone' | 'channel'>;
export type SignerFault = { signer: number; field: 'name' | 'cpf' | 'email' | 'phone' | 'channel'; message: string };

/** What keeps a paper from being sent, signer by signer. `open`: the channels that this installation sends by. */
export function signerFaults(signers: readonly Sent[], open: ReadonlySet<SignerChannel>): SignerFault[] {
  return signers.flatMap((signer, index): SignerFault[] => {
    const fault = (field: SignerFault['field'], message: string) => [{ signer: index, field, message }];
    if (signer.name === '') return fault('name', 'Informe o nome de quem assina');
    if (signer.cpf === null) return fault('cpf', `Informe o CPF de ${signer.name}`);
    if (signers.findIndex(({ cpf }) => cpf === signer.cpf) < index)
      return fault('cpf', 'Este CPF já está na lista: uma assinatura vale por todos os papéis da pessoa');
    if (signer.channel === 'EMAIL' && signer.email === null)
      return fault('email', `Informe o e-mail de ${signer.name}`);
    if (signer.channel !== 'EMAIL' && signer.phone === null)
      return fault('phone', `Informe o celular de ${signer.name}`);
    if (!open.has(signer.channel))
      return fault(
        'channel',
        `O canal ${SIGNER_CHANNELS[signer.channel]} não está ligado: escolha outro para ${signer.name}, ou ligue-o em Configurações, Cobrança e mensagens`,
      );
    return [];
  });
}

/** Names that a provider of signatures does not take: it asks for first and last name, in letters. */
export const fullNameFaults = (signers: readonly Pick<Sent, 'name'>[]): SignerFault[] =>
  signers.flatMap(({ name }, signer): SignerFault[] =>
    /^[^\d\s]+(?: [^\d\s]+)+$/.test(name)
      ? []
      : [{ signer, field: 'name', message: 'A Clicksign pede nome e sobrenome, sem números' }],
  );

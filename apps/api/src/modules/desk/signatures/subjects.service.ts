import { DEBT_AGREEMENT_READERS } from '@morada/contract/collection/debt-agreements.search';
import { signatureProblems } from '@morada/contract/desk/signatures';
import { APPLICATION_READERS } from '@morada/contract/lease/applications.search';
import { proposals } from '@morada/contract/lease/proposals';
import { properties } from '@morada/contract/registry/properties';
import { type Access, granted } from '@morada/domain/access/permissions';
import { applicationLife } from '@morada/domain/application/application';
import { later } from '@morada/domain/base/calendar';
import { isCpf } from '@morada/domain/base/documents';
import type { SignatureKind, SignatureSubject } from '@morada/domain/signature/kinds';
import { type KnownPerson, type ProposedSigner, proposeSigners } from '@morada/domain/signature/signers';
import { endsWithContract } from '@morada/domain/signature/words';
import type { Context, Db } from '#api/context.ts';
import { readAgency } from '#api/db/agency.ts';
import { type Envelope, findAgencySigner } from './signatures.queries.ts';
import * as queries from './subjects.queries.ts';

/** The record that a paper is about, held against its end. */
export type Subject = {
  kind: SignatureSubject;
  id: number;
  /** Contract whose parties sign and whose documents the paper joins. */
  contract: NonNullable<Awaited<ReturnType<typeof queries.holdContract>>> | null;
  agreement: NonNullable<Awaited<ReturnType<typeof queries.holdAgreement>>> | null;
  /** Property whose owners sign. */
  property_id: number;
  /** Nothing new is signed of it. */
  isOver: boolean;
};

/** Who may see the record; a paper about it shows what it says. */
const READERS: Record<SignatureSubject, Access> = {
  CONTRACT: proposals.show.access,
  AGREEMENT: DEBT_AGREEMENT_READERS,
  APPLICATION: APPLICATION_READERS,
  PROPERTY: properties.show.access,
};

/** Column of an envelope for each record. */
export const SUBJECT_COLUMNS = {
  CONTRACT: 'proposal_id',
  AGREEMENT: 'debt_agreement_id',
  APPLICATION: 'application_id',
  PROPERTY: 'property_id',
} as const satisfies Record<SignatureSubject, string>;
const SUBJECTS = Object.keys(SUBJECT_COLUMNS) as SignatureSubject[];

/** The record of an envelope. */
export function subjectOf(envelope: Envelope): { subject: SignatureSubject; id: number } {
  for (const subject of SUBJECTS) {
    const id = envelope[SUBJECT_COLUMNS[subject]];
    if (id !== null) return { subject, id };
  }
  throw new TypeError('An envelope is about a record');
}

/** Records whose papers the person may see: a paper shows what its record says, also to who may see papers. */
export const seenSubjects = ({ actor }: Pick<Context, 'actor'>): SignatureSubject[] =>
  SUBJECTS.filter((subject) => granted(actor.permissions, READERS[subject]) === 'full');

export const maySee = (ctx: Pick<Context, 'actor'>, envelope: Envelope): boolean =>
  seenSubjects(ctx).includes(subjectOf(envelope).subject);

/** Signers who are named as clients are clients: those named now, in place of nobody or of another. @throws SIGNATURE_SIGNER */
export async function checkClients(
  trx: Db,
  given: readonly { client_id?: number | null | undefined }[],
  before: readonly { client_id: number | null }[],
): Promise<void> {
  const named = given.map(({ client_id }) => client_id ?? null);
  const known = new Set(before.map(({ client_id }) => client_id));
  const added = named.filter((id) => id !== null && !known.has(id)) as number[];
  if (added.length === 0) return;
  const there = await queries.holdClients(trx, added);
  const index = named.findIndex((id) => id !== null && !known.has(id) && !there.has(id));
  if (index < 0) return;
  throw signatureProblems.SIGNATURE_SIGNER({
    ...{ field: `signers.${index}.client_id`, message: 'Não encontramos este cliente' },
  });
}

/** @throws SIGNATURE_SUBJECT, where the record is not there, or not for this person */
export async function holdSubject(
  trx: Db,
  ctx: Context,
  { kind, subject, id }: { kind: SignatureKind; subject: SignatureSubject; id: number },
): Promise<Subject> {
  if (granted(ctx.actor.permissions, READERS[subject]) !== 'full') throw signatureProblems.SIGNATURE_SUBJECT();
  const found = await find(trx, kind, subject, id);
  if (!found) throw signatureProblems.SIGNATURE_SUBJECT();
  return found;
}

async function find(trx: Db, kind: SignatureKind, subject: SignatureSubject, id: number): Promise<Subject | undefined> {
  const none = { kind: subject, id, contract: null, agreement: null } as const;
  if (subject === 'CONTRACT') {
    const contract = await queries.holdContract(trx, id);
    const isOver = contract?.status === 'CLOSED' && endsWithContract(kind);
    return contract && { ...none, contract, property_id: contract.property_id, isOver };
  }
  if (subject === 'AGREEMENT') {
    const agreement = await queries.holdAgreement(trx, id);
    const contract = agreement && (await queries.holdContract(trx, agreement.proposal_id));
    const isOver = agreement?.state !== 'OFFERED' && agreement?.state !== 'ACCEPTED';
    return agreement && contract && { ...none, agreement, contract, property_id: contract.property_id, isOver };
  }
  if (subject === 'APPLICATION') {
    const application = await queries.holdApplication(trx, id);
    const isOver = !application || !applicationLife.can(application.state, 'withdraw');
    return application && { ...none, property_id: application.property_id, isOver };
  }
  const property = await queries.holdProperty(trx, id);
  return property && { ...none, property_id: property.id, isOver: property.status === 'SOLD' && kind !== 'SALE' };
}

/** What papers say of a record, to see whether it changed while one was made. */
export const markOf = (db: Db, { kind, id, contract, agreement, property_id: property }: Subject): Promise<string> =>
  queries.findMark(db, {
    ...{ contract: contract?.id ?? null, agreement: agreement?.id ?? null, property },
    application: kind === 'APPLICATION' ? id : null,
  });

type Row = Awaited<ReturnType<typeof queries.findOwners>>[number];
const known = <T extends Row>({ is_company: isCompany, spouse_name, spouse_cpf, ...person }: T) => ({
  ...person,
  isCompany,
  spouse: spouse_name ? { name: spouse_name, cpf: spouse_cpf && isCpf(spouse_cpf) ? spouse_cpf : null } : null,
});

/** Who signs a paper about the record, as its people stand today. */
export async function proposedSigners(
  db: Db,
  ctx: Context,
  kind: SignatureKind,
  subject: Subject,
): Promise<ProposedSigner[]> {
  const { contract, property_id } = subject;
  const agency = await agencySigner(db, ctx);
  if (subject.kind === 'APPLICATION') return applicants(db, subject.id);
  const owners: KnownPerson[] = (await queries.findOwners(db, property_id)).map(known);
  // A contract is signed before its first day too.
  const day = contract && later(ctx.today(), contract.start_date);
  const parties = contract && day ? (await queries.findParties(db, contract.id, day)).map(known) : [];
  const buyer = kind === 'SALE' ? await queries.findBuyer(db, property_id) : undefined;
  return proposeSigners({ kind, owners, parties, agency, ...(buyer && { buyer }) });
}

async function applicants(db: Db, id: number): Promise<ProposedSigner[]> {
  const ROLES = { TENANT: 'TENANT', CO_TENANT: 'TENANT', SPOUSE: 'SPOUSE', GUARANTOR: 'GUARANTOR' } as const;
  return (await queries.findApplicants(db, id)).map(({ role, ...person }) => ({
    ...{ ...person, client_id: null, role: ROLES[role], capacity: null, turn: 1 },
    channel: person.email === null && person.phone !== null ? 'SMS' : 'EMAIL',
  }));
}

/** Who signed for the agency last; before that, whoever prepares the paper, at the agency's address. */
async function agencySigner(db: Db, { actor }: Context) {
  const last = await findAgencySigner(db);
  if (last) return last;
  const { email, phone } = await readAgency(db, ['email', 'phone']);
  return { name: actor.id === null ? '' : actor.name, cpf: null, email, phone };
}

import { hiddenDocument } from '@morada/domain/base/documents';
import type { CheckQuery } from '@morada/domain/signature/check-code';
import { SIGNATURE_KINDS } from '@morada/domain/signature/kinds';
import { SIGNER_ROLES, type SignatureLevel, type SignerRole } from '@morada/domain/signature/words';
import type { Deps } from '#api/context.ts';
import * as queries from './check.queries.ts';

/** What anybody who holds a signed paper may learn about it: nothing that is not printed on it. */
export type CheckedSignature = {
  code: string;
  /** `Contrato de locação` */
  kind: string;
  pages: number;
  level: SignatureLevel;
  /** By the agency's certificate. */
  sealed: boolean;
  /** Signed at another service, which vouches for it. */
  elsewhere: boolean;
  /** Of the paper as it was sent, and as it was signed; null while its file is being closed. */
  sha256: string;
  signed_sha256: string | null;
  /** When the last one signed. */
  at: Date;
  signers: { first_name: string; role: string; cpf: string | null; at: Date }[];
  /** Code of the signed paper that this one corrects, and of the newest one that corrects it. */
  corrects: string | null;
  corrected_by: { code: string; at: Date } | null;
};

/** Path of the page that checks a paper. */
export const checkPath = (code: string) => `/conferir/${code}`;

/** Undefined: no paper that all have signed has the code or the hash. */
export async function checkSignature(
  { db }: Pick<Deps, 'db'>,
  query: CheckQuery,
): Promise<CheckedSignature | undefined> {
  const found = 'code' in query ? await queries.findByCode(db, query.code) : await queries.findByHash(db, query.sha256);
  if (!found?.code) return undefined;
  const [signers, corrections] = await Promise.all([
    queries.findWhoSigned(db, found.id),
    queries.findCorrections(db, found.id),
  ]);
  const last = corrections.at(-1);
  const moments = signers.flatMap(({ signed_at }) => (signed_at ? new Date(signed_at).getTime() : []));
  return {
    code: found.code,
    kind: SIGNATURE_KINDS[found.kind],
    pages: found.pages,
    level: found.accepted ? 'ADVANCED' : 'SIMPLE',
    sealed: found.sealed ?? false,
    elsewhere: found.provider !== 'ROOM',
    sha256: found.sha256,
    signed_sha256: found.signed_sha256,
    at: new Date(Math.max(...moments)),
    signers: signers.map(shown),
    corrects: found.corrects,
    corrected_by: last?.code && last.ended_at ? { code: last.code, at: new Date(last.ended_at) } : null,
  };
}

type Who = { name: string; role: SignerRole; cpf: string | null; signed_at: string | Date | null };

const shown = ({ name, role, cpf, signed_at }: Who) => ({
  first_name: name.trim().split(/\s+/)[0] ?? '',
  role: SIGNER_ROLES[role],
  cpf: cpf && hiddenDocument(cpf),
  at: new Date(signed_at ?? 0),
});

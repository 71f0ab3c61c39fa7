import { SIGNATURE_READERS } from '@morada/contract/desk/signatures.search';
import type { SignatureSubject } from '@morada/domain/signature/kinds';
import type { ReactNode } from 'react';
import { may } from '#web/lib/session/session.ts';
import { lazyPanel } from '#web/ui/feedback/lazy.tsx';

const SubjectSignatures = lazyPanel(
  'as assinaturas',
  () => import('#web/features/signatures/subject-signatures.tsx'),
  ({ SubjectSignatures }) => SubjectSignatures,
);

/** Papers of a record that are signed electronically; undefined for those who may not see them. */
export const signaturesOf = (subject: SignatureSubject, id: number): (() => ReactNode) | undefined =>
  may(SIGNATURE_READERS) ? () => <SubjectSignatures subject={subject} id={id} /> : undefined;

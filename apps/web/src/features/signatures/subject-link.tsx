import type { SignatureRow } from '@morada/contract/desk/signatures';
import { Link } from '@tanstack/react-router';
import { may } from '#web/lib/session/session.ts';

/** The record that a paper is about, as a link for those who may open it. */
export function SubjectLink({ subject: { kind, id, label } }: Pick<SignatureRow, 'subject'>) {
  if (kind === 'CONTRACT' && may('PROPOSAL_VIEW'))
    return (
      <Link to="/contracts/info/$id" params={{ id: String(id) }} search={{ tab: 'assinaturas' }}>
        {label}
      </Link>
    );
  if (kind === 'PROPERTY' && may('PROPERTY_VIEW'))
    return (
      <Link to="/properties/info/$id" params={{ id: String(id) }} search={{ tab: 'assinaturas' }}>
        {label}
      </Link>
    );
  if (kind === 'AGREEMENT' && may('COLLECTION_VIEW'))
    return (
      <Link to="/financial/agreements" search={{ open: id }}>
        {label}
      </Link>
    );
  if (kind === 'APPLICATION' && may('APPLICATION_VIEW'))
    return (
      <Link to="/contracts/applications" search={{ open: id }}>
        {label}
      </Link>
    );
  return label;
}

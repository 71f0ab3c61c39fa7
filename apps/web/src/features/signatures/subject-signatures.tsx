import { Button } from '@mantine/core';
import { type SignatureRow, signatures } from '@morada/contract/desk/signatures';
import { SIGNATURE_KINDS, type SignatureSubject } from '@morada/domain/signature/kinds';
import { IconSignature } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { may } from '#web/lib/session/session.ts';
import { Day } from '#web/ui/display/figures.tsx';
import { EmptyState } from '#web/ui/feedback/blank.tsx';
import { type Column, DataTable } from '#web/ui/list/data-table.tsx';
import { subjectQuery } from './signature-queries.ts';
import { EnvelopeStatus } from './signature-status.tsx';
import { waitingWords } from './signature-table.tsx';
import classes from './signatures.module.css';

type SubjectSignaturesProps = {
  subject: SignatureSubject;
  id: number;
  /** Nothing new of the record is signed. */
  over?: boolean;
};

/** Papers of a record that are signed electronically, and the way to send one more. */
export function SubjectSignatures({ subject, id, over = false }: SubjectSignaturesProps) {
  const query = useQuery(subjectQuery(subject, id));
  const send = may(signatures.create.access) && !over && (
    <Button
      variant="default"
      leftSection={<IconSignature size={15} />}
      renderRoot={(props) => <Link to="/contracts/signatures" search={{ start: subject, of: id }} {...props} />}
    >
      Enviar para assinatura
    </Button>
  );
  const rows = query.data?.data ?? [];
  return (
    <div>
      {rows.length > 0 && send && <div className={classes.head}>{send}</div>}
      <DataTable
        what="as assinaturas"
        query={query}
        columns={COLUMNS}
        open={{
          name: ({ id: envelope, title }) => `documento ${envelope}, ${title}`,
          link: ({ id: envelope }) => ({ to: '/contracts/signatures', search: { open: envelope } }),
        }}
        empty={
          <EmptyState
            icon={IconSignature}
            title="Nada foi enviado para assinatura"
            below="Cada pessoa assina pelo celular, com CPF e código; o arquivo volta com as provas."
            action={send}
          />
        }
      />
    </div>
  );
}

const COLUMNS: Column<SignatureRow>[] = [
  { title: 'Documento', kind: 'main', phone: 'main', cell: ({ title }) => title },
  { title: 'Tipo', kind: 'soft', phone: 'below', hideBelow: 1100, cell: ({ kind }) => SIGNATURE_KINDS[kind] },
  { title: 'Situação', phone: 'state', cell: (row) => <EnvelopeStatus envelope={row} /> },
  { title: 'Falta assinar', kind: 'soft', hideBelow: 1024, cell: waitingWords },
  { title: 'Último dia', phone: 'side', hideBelow: 1024, cell: ({ deadline }) => <Day value={deadline} /> },
];

import { Button } from '@mantine/core';
import { type ProposalDetail, proposals } from '@morada/contract/lease/proposals';
import { CONTRACT_DOCUMENTS } from '@morada/domain/lease/contract-documents';
import { IconFileDescription, IconUpload } from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';
import { useRemoveDocument } from '#web/features/contracts/list/contract-rows.ts';
import { may } from '#web/lib/session/session.ts';
import { toast } from '#web/lib/toast.ts';
import { lazyWindow } from '#web/ui/base/lazy.tsx';
import { FileSize, Moment } from '#web/ui/display/figures.tsx';
import { EmptyState } from '#web/ui/feedback/blank.tsx';
import { type Column, DataTable } from '#web/ui/list/data-table.tsx';
import { useConfirm } from '#web/ui/overlay/confirm.tsx';
import { DocumentActions } from './document-actions.tsx';
import { byType, type Document } from './document-words.ts';
import classes from './documents.module.css';

const UploadWindow = lazyWindow(
  () => import('./upload-window.tsx'),
  (window) => window.UploadWindow,
);

const COLUMNS: Column<Document>[] = [
  { title: 'Documento', kind: 'main', phone: 'main', cell: ({ type }) => CONTRACT_DOCUMENTS[type] },
  { title: 'Arquivo', kind: 'soft', phone: 'below', cell: ({ name }) => <span title={name}>{name}</span> },
  { title: 'Tamanho', kind: 'number', phone: 'amount', cell: ({ bytes }) => <FileSize bytes={bytes} /> },
  { title: 'Enviado em', phone: 'state', cell: ({ created_at }) => <Moment value={created_at} /> },
];

type ContractDocumentsProps = {
  proposal: ProposalDetail;
  /** Button beside the upload that generates the contract's own document. */
  generate?: ReactNode;
};

/** Documents of the contract by type. Uploads stay possible after the contract ends. */
export function ContractDocuments({ proposal: { id, documents }, generate }: ContractDocumentsProps) {
  const removeDocument = useRemoveDocument(id);
  const [uploading, setUploading] = useState(false);
  const confirm = useConfirm();
  const writable = may(proposals.addDocument.access);

  async function remove(document: Document) {
    const removed = await confirm({
      title: 'Deletar documento',
      body: `Tem certeza que deseja deletar “${document.name}”? Esta ação não poderá ser desfeita.`,
      verb: 'Deletar documento',
      danger: true,
      run: () => removeDocument(document.id),
    });
    if (removed) toast.success('Documento deletado');
  }

  const add = writable && (
    <div className={classes.buttons}>
      <Button variant="default" leftSection={<IconUpload size={15} />} onClick={() => setUploading(true)}>
        Enviar documento
      </Button>
      {generate}
    </div>
  );
  return (
    <div className={classes.tab}>
      {documents.length > 0 && add}
      <DataTable
        what="os documentos"
        query={{ data: byType(documents) }}
        columns={COLUMNS}
        actions={(document) => (
          <DocumentActions document={document} onRemove={writable ? () => remove(document) : undefined} />
        )}
        empty={
          <EmptyState
            icon={IconFileDescription}
            title="Nenhum documento"
            below="RG, comprovante de renda e o contrato assinado, em imagem ou PDF."
            action={add}
          />
        }
      />
      {uploading && <UploadWindow contractId={id} onClose={() => setUploading(false)} />}
    </div>
  );
}

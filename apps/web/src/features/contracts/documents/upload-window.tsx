import { DOCUMENT_UPLOAD } from '@morada/contract/registry/files';
import { CONTRACT_DOCUMENTS, type ContractDocument } from '@morada/domain/lease/contract-documents';
import { IconCircleCheckFilled } from '@tabler/icons-react';
import { useState } from 'react';
import { useAddDocument } from '#web/features/contracts/list/contract-rows.ts';
import { ApiProblem } from '#web/lib/api/api.ts';
import { toast } from '#web/lib/toast.ts';
import { Fields } from '#web/ui/form/form.tsx';
import { Select } from '#web/ui/input/select.tsx';
import { FormWindow } from '#web/ui/overlay/windows.tsx';
import { DropArea } from '#web/ui/upload/drop-area.tsx';
import { UploadList } from '#web/ui/upload/upload-list.tsx';
import { useUploads } from '#web/ui/upload/use-uploads.ts';
import { type Document, TYPE_OPTIONS } from './document-words.ts';
import classes from './documents.module.css';

const ACCEPT = DOCUMENT_UPLOAD.accept.split(',');
const UNSUPPORTED = 'Arquivo não suportado';

/** First what it is, then the file; several one after the other. */
export function UploadWindow({ contractId, onClose }: { contractId: number; onClose: () => void }) {
  const [type, setType] = useState<ContractDocument>();
  const [sent, setSent] = useState<Document[]>([]);
  const { queue, batch } = useDocumentUploads(contractId, type, (document) => setSent((all) => [...all, document]));
  return (
    <FormWindow title="Enviar documento" onClose={onClose} actions={{ close: 'Fechar' }}>
      <Fields columns={1}>
        <Select
          label="Tipo do documento"
          withAsterisk
          data-autofocus
          placeholder="Selecione"
          data={TYPE_OPTIONS}
          allowDeselect={false}
          // The type cannot change during an upload: files keep the type they were chosen for.
          disabled={batch.uploads.length > 0}
          value={type ?? null}
          onChange={(value) => setType((value ?? undefined) as ContractDocument | undefined)}
          description={type ? undefined : 'Escolha o tipo antes do arquivo.'}
        />
        {type && (
          <DropArea
            label="Escolher arquivo"
            body="Imagem (JPG, PNG ou WebP) ou PDF, até 20 MB."
            accept={ACCEPT}
            onFiles={(files) => queue.add(files)}
            onReject={() => toast.failure(new ApiProblem(0, 'UNSUPPORTED', UNSUPPORTED))}
          />
        )}
      </Fields>
      <UploadList batch={batch} onCancel={(key) => queue.cancel(key)} onRetry={(key) => queue.retry(key)} />
      {sent.length > 0 && (
        <ul className={classes.sent} aria-label="Arquivos enviados">
          {sent.map((document) => (
            <li key={document.id}>
              <IconCircleCheckFilled size={15} aria-hidden="true" />
              <span className={classes.name} title={document.name}>
                {document.name}
              </span>
              <span className={classes.type}>{CONTRACT_DOCUMENTS[document.type]}</span>
            </li>
          ))}
        </ul>
      )}
    </FormWindow>
  );
}

function useDocumentUploads(id: number, type: ContractDocument | undefined, onSent: (document: Document) => void) {
  const { mutateAsync: addDocument } = useAddDocument(id);
  return useUploads<Document>({
    prepare: async (file) => {
      if (file.size > DOCUMENT_UPLOAD.maxBytes) throw new ApiProblem(0, 'TOO_LARGE', 'O arquivo passa de 20 MB.');
      return file;
    },
    send: (file, name, options) => {
      if (!type) throw new TypeError('A document has a type');
      return addDocument({ params: { id, documentType: type }, file, name, ...options });
    },
    onSent,
    onFailed: toast.failure,
    onEnd: () => toast.success('Arquivo enviado!'),
  });
}

import { type TransferDetail, transfers } from '@morada/contract/money/transfers';
import { DOCUMENT_UPLOAD } from '@morada/contract/registry/files';
import { IconPaperclip } from '@tabler/icons-react';
import { useAddAttachment, useRemoveAttachment } from '#web/entities/transfer/transfer-queries.ts';
import { ApiProblem } from '#web/lib/api/api.ts';
import { may } from '#web/lib/session/session.ts';
import { toast } from '#web/lib/toast.ts';
import { EmptyState } from '#web/ui/feedback/blank.tsx';
import { useConfirm } from '#web/ui/overlay/confirm.tsx';
import { DropArea } from '#web/ui/upload/drop-area.tsx';
import { UploadList } from '#web/ui/upload/upload-list.tsx';
import { useUploads } from '#web/ui/upload/use-uploads.ts';
import { AttachmentRow } from './attachment-row.tsx';
import classes from './attachments.module.css';

type Attachment = TransferDetail['files'][number];

const ACCEPT = DOCUMENT_UPLOAD.accept.split(',');

/** The bank's receipt and whatever else belongs to the transfer; it comes after the money too. */
export function Attachments({ transfer: { id, files } }: { transfer: TransferDetail }) {
  const { mutateAsync: remove } = useRemoveAttachment(id);
  const confirm = useConfirm();
  const writable = may(transfers.addFile.access);

  async function ask(file: Attachment) {
    const removed = await confirm({
      title: 'Deletar documento',
      body: `Tem certeza que deseja deletar “${file.name}”? Esta ação não poderá ser desfeita.`,
      verb: 'Deletar documento',
      danger: true,
      run: () => remove({ params: { fileId: file.id } }),
    });
    if (removed) toast.success('Documento deletado');
  }

  return (
    <div className={classes.tab}>
      {writable && <Sending id={id} />}
      {files.length === 0 ? (
        <EmptyState
          icon={IconPaperclip}
          title="Nenhum anexo"
          below="O comprovante do banco e outros documentos deste repasse ficam aqui."
        />
      ) : (
        <ul className={classes.files} aria-label="Anexos">
          {files.map((file) => (
            <AttachmentRow key={file.id} file={file} onRemove={writable ? () => ask(file) : undefined} />
          ))}
        </ul>
      )}
    </div>
  );
}

function Sending({ id }: { id: number }) {
  const { mutateAsync: add } = useAddAttachment(id);
  const { queue, batch } = useUploads<Attachment>({
    prepare: async (file) => {
      if (file.size > DOCUMENT_UPLOAD.maxBytes) throw new ApiProblem(0, 'TOO_LARGE', 'O arquivo passa de 20 MB.');
      return file;
    },
    send: (file, name, options) => add({ params: { id }, file, name, ...options }),
    onFailed: toast.failure,
    onEnd: () => toast.success('Arquivo enviado!'),
  });
  return (
    <div>
      <DropArea
        label="Anexar arquivo"
        body="Imagem (JPG, PNG ou WebP) ou PDF, até 20 MB."
        accept={ACCEPT}
        onFiles={(files) => queue.add(files)}
        onReject={() => toast.failure(new ApiProblem(0, 'UNSUPPORTED', 'Arquivo não suportado'))}
      />
      <UploadList batch={batch} onCancel={(key) => queue.cancel(key)} onRetry={(key) => queue.retry(key)} />
    </div>
  );
}

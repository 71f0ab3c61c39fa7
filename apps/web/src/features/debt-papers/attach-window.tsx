import type { DebtEntry } from '@morada/contract/debt-papers';
import { DOCUMENT_UPLOAD } from '@morada/contract/files';
import { IconUpload } from '@tabler/icons-react';
import { toast } from '#web/lib/toast.ts';
import { FormDrawer } from '#web/ui/overlay/windows.tsx';
import { OneFileArea } from '#web/ui/upload/one-file-area.tsx';
import { useOneFile } from '#web/ui/upload/use-one-file.ts';
import { useAttach } from './debt-queries.ts';

/** The proof of an entry, or of its end: a photograph or a PDF. */
export function AttachWindow({ entry, onClose }: { entry: DebtEntry; onClose: () => void }) {
  const { mutateAsync: attach } = useAttach();
  const sending = useOneFile({
    maxBytes: DOCUMENT_UPLOAD.maxBytes,
    tooLarge: 'O arquivo passa de 20 MB.',
    send: (file, options) => attach({ params: { id: entry.id }, file, name: file.name, ...options }),
    onSent: () => {
      toast.success('Comprovante anexado');
      onClose();
    },
  });
  return (
    <FormDrawer title="Anexar comprovante" onClose={onClose} actions={{ close: 'Fechar' }}>
      <OneFileArea
        sending={sending}
        label="Comprovante"
        icon={IconUpload}
        invites={{ wide: 'Arraste o comprovante para cá', phone: 'Escolha o comprovante' }}
        reading="Guardando"
        note="Imagem (JPG, PNG ou WebP) ou PDF, até 20 MB. Depois de anexado, não é trocado."
        accept={DOCUMENT_UPLOAD.accept.split(',')}
        otherKind="Arquivo não suportado"
      />
    </FormDrawer>
  );
}

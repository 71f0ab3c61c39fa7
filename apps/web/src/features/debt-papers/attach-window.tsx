import type { DebtEntry } from '@morada/contract/collection/debt-papers';
import { DOCUMENT_UPLOAD } from '@morada/contract/registry/files';
import { FileWindow } from '#web/ui/upload/file-window.tsx';
import { useAttach } from './debt-queries.ts';

/** The proof of an entry, or of its end: a photograph or a PDF. */
export function AttachWindow({ entry, onClose }: { entry: DebtEntry; onClose: () => void }) {
  const { mutateAsync: attach } = useAttach();
  return (
    <FileWindow
      title="Anexar comprovante"
      label="Comprovante"
      named="o comprovante"
      limits={DOCUMENT_UPLOAD}
      note="Imagem (JPG, PNG ou WebP) ou PDF, até 20 MB. Depois de anexado, não é trocado."
      send={(upload) => attach({ params: { id: entry.id }, ...upload })}
      done="Comprovante anexado"
      onClose={onClose}
    />
  );
}

import { IconUpload } from '@tabler/icons-react';
import type { ComponentProps } from 'react';
import { toast } from '#web/lib/toast.ts';
import { FormWindow } from '#web/ui/overlay/windows.tsx';
import { OneFileArea } from './one-file-area.tsx';
import { useOneFile } from './use-one-file.ts';

type Upload = { file: File; name: string; onProgress: (part: number) => void; signal: AbortSignal };

type FileWindowProps = {
  title: string;
  /** The file in one word, and with its article in the invitation: "Orçamento", "o orçamento". */
  label: string;
  named: string;
  icon?: ComponentProps<typeof OneFileArea>['icon'];
  /** Of the endpoint that receives the file. */
  limits: { maxBytes: number; accept: string };
  /** Message for a file over the size limit. */
  tooLarge?: string;
  /** Accepted files, in words. */
  note: string;
  send: (upload: Upload) => Promise<unknown>;
  /** Notice after the file was attached. */
  done: string;
  onClose: () => void;
};

/** Window that attaches one file to a record and closes. */
export function FileWindow({ title, label, named, icon = IconUpload, limits, send, ...rest }: FileWindowProps) {
  const { tooLarge = 'O arquivo passa de 20 MB.', note, done, onClose } = rest;
  const sending = useOneFile({
    maxBytes: limits.maxBytes,
    tooLarge,
    send: (file, options) => send({ file, name: file.name, ...options }),
    onSent: () => {
      toast.success(done);
      onClose();
    },
  });
  return (
    <FormWindow title={title} onClose={onClose} actions={{ close: 'Fechar' }}>
      <OneFileArea
        sending={sending}
        label={label}
        icon={icon}
        invites={{ wide: `Arraste ${named} para cá`, phone: `Escolha ${named}` }}
        reading="Guardando"
        note={note}
        accept={limits.accept.split(',')}
        otherKind="Arquivo não suportado"
      />
    </FormWindow>
  );
}

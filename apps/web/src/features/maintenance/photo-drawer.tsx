import { maintenance } from '@morada/contract/maintenance';
import { IconPhoto } from '@tabler/icons-react';
import { toast } from '#web/lib/toast.ts';
import { FormDrawer } from '#web/ui/overlay/windows.tsx';
import { OneFileArea } from '#web/ui/upload/one-file-area.tsx';
import { useOneFile } from '#web/ui/upload/use-one-file.ts';
import { useAddPhoto } from './maintenance-queries.ts';

const { maxBytes, accept } = maintenance.addPhoto.upload;

/** A photograph that staff took, or got by a message. */
export function PhotoDrawer({ id, onClose }: { id: number; onClose: () => void }) {
  const { mutateAsync: add } = useAddPhoto();
  const sending = useOneFile({
    maxBytes,
    tooLarge: 'A foto passa de 20 MB.',
    send: (file, options) => add({ params: { id }, file, name: file.name, ...options }),
    onSent: () => {
      toast.success('Foto anexada');
      onClose();
    },
  });
  return (
    <FormDrawer title="Anexar foto" onClose={onClose} actions={{ close: 'Fechar' }}>
      <OneFileArea
        sending={sending}
        label="Foto"
        icon={IconPhoto}
        invites={{ wide: 'Arraste a foto para cá', phone: 'Escolha a foto' }}
        reading="Guardando"
        note="JPG, PNG ou WebP, até 20 MB. Até 6 fotos por pedido; quem pediu e o proprietário as veem."
        accept={accept.split(',')}
        otherKind="Arquivo não suportado"
      />
    </FormDrawer>
  );
}

import { maintenance } from '@morada/contract/desk/maintenance';
import { IconPhoto } from '@tabler/icons-react';
import { FileWindow } from '#web/ui/upload/file-window.tsx';
import { useAddPhoto } from './maintenance-queries.ts';

/** A photograph that staff took, or got by a message. */
export function PhotoWindow({ id, onClose }: { id: number; onClose: () => void }) {
  const { mutateAsync: add } = useAddPhoto();
  return (
    <FileWindow
      title="Anexar foto"
      label="Foto"
      named="a foto"
      icon={IconPhoto}
      limits={maintenance.addPhoto.upload}
      tooLarge="A foto passa de 20 MB."
      note="JPG, PNG ou WebP, até 20 MB. Até 6 fotos por pedido; quem pediu e o proprietário as veem."
      send={(upload) => add({ params: { id }, ...upload })}
      done="Foto anexada"
      onClose={onClose}
    />
  );
}

import { Button } from '@mantine/core';
import { IMAGE_UPLOAD } from '@morada/contract/registry/images';
import { IconPhoto, IconTrash } from '@tabler/icons-react';
import { useState } from 'react';
import { ApiProblem } from '#web/lib/api/api.ts';
import { toast } from '#web/lib/toast.ts';
import { lazyWindow } from '#web/ui/base/lazy.tsx';
import { EmptyState } from '#web/ui/feedback/blank.tsx';
import { Sortable } from '#web/ui/list/sortable.tsx';
import { DropArea } from '#web/ui/upload/drop-area.tsx';
import { shrink } from '#web/ui/upload/shrink.ts';
import { UploadList } from '#web/ui/upload/upload-list.tsx';
import { useUploads } from '#web/ui/upload/use-uploads.ts';
import { ImageTile } from './image-tile.tsx';
import parts from './parts.module.css';
import classes from './property-images.module.css';
import { type Picture, usePropertyImages } from './property-parts.ts';

const Lightbox = lazyWindow(
  () => import('#web/ui/overlay/lightbox.tsx'),
  (window) => window.default,
);

const LIMITS = { side: 1_920, bytes: 600_000, accept: IMAGE_UPLOAD.accept };

const NONE: ReadonlySet<number> = new Set();

type PropertyImagesProps = {
  id: number;
  images: Picture[];
  /** Address of the property, for the alternative texts. */
  of: string;
  readOnly: boolean;
};

/** The photographs, the first on the cover. Each change takes effect at once. */
export default function PropertyImages({ id, images, of, readOnly }: PropertyImagesProps) {
  const { sort, remove, ...uploading } = usePropertyImages(id);
  const { queue, batch } = useImageUploads(uploading);
  const [chosen, setChosen] = useState<ReadonlySet<number>>(NONE);
  const marked = images.filter((image) => chosen.has(image.id));
  const [shown, setShown] = useState<number>();
  const titled = images.map((image, index) => ({ ...image, alt: `Foto ${index + 1} de ${of}` }));

  function move(from: number, to: number) {
    const ids = images.map((image) => image.id);
    ids.splice(to, 0, ...ids.splice(from, 1));
    sort(ids).then(() => toast.success('Atualizado!'), toast.failure);
  }

  function choose(id: number, yes: boolean) {
    setChosen((now) => new Set(yes ? [...now, id] : [...now].filter((one) => one !== id)));
  }

  function removeMarked() {
    const body = marked.length === 1 ? '1 foto removida' : `${marked.length} fotos removidas`;
    remove(
      marked.map((image) => image.id),
      body,
    );
    setChosen(NONE);
  }

  return (
    <>
      {!readOnly && (
        <DropArea
          label="Escolher fotos"
          body="Várias de uma vez, em JPG, PNG ou WebP."
          accept={['image/*']}
          onFiles={(files) => queue.add(files)}
          onReject={() => toast.failure(new ApiProblem(0, 'UNSUPPORTED', 'Arquivo não suportado'))}
        />
      )}
      <UploadList batch={batch} onCancel={(key) => queue.cancel(key)} onRetry={(key) => queue.retry(key)} />
      {images.length === 0 && batch.uploads.length === 0 && (
        <EmptyState
          icon={IconPhoto}
          title="Nenhuma imagem"
          below="Anúncios com fotos claras, da sala à fachada, são os mais visitados."
        />
      )}
      {images.length > 1 && !readOnly && (
        <p className={parts.below}>A primeira é a capa. Para mudar a ordem, segure uma foto e arraste.</p>
      )}
      {marked.length > 0 && (
        <div className={classes.marked} role="status">
          <span>{marked.length === 1 ? '1 foto escolhida' : `${marked.length} fotos escolhidas`}</span>
          <Button size="xs" variant="default" onClick={() => setChosen(NONE)}>
            Limpar seleção
          </Button>
          <Button size="xs" variant="default" leftSection={<IconTrash size={14} />} onClick={removeMarked}>
            {marked.length === 1 ? 'Remover 1 foto' : `Remover ${marked.length} fotos`}
          </Button>
        </div>
      )}
      <Sortable
        layout="grid"
        items={images.map((image, index) => ({ id: image.id, name: `Foto ${index + 1}` }))}
        onMove={move}
      >
        <ul className={classes.images} aria-label="Imagens">
          {titled.map((image, index) => (
            <ImageTile
              key={image.id}
              image={image}
              place={index + 1}
              readOnly={readOnly}
              onShow={() => setShown(index)}
              chosen={chosen.has(image.id)}
              onChoose={(yes) => choose(image.id, yes)}
              onRemove={() => remove([image.id], `Foto ${index + 1} removida`)}
            />
          ))}
        </ul>
      </Sortable>
      {shown !== undefined && (
        <Lightbox
          index={shown}
          pictures={titled.map(({ url, alt, width, height }) => ({ src: url, alt, width, height }))}
          onClose={() => setShown(undefined)}
        />
      )}
    </>
  );
}

type Uploading = Pick<ReturnType<typeof usePropertyImages>, 'add' | 'placeLast'>;

/** Made small here, sent two at a time, and in the end in the order in which they were chosen. */
function useImageUploads({ add, placeLast }: Uploading) {
  return useUploads<Picture>({
    prepare: async (file) => {
      const smaller = await shrink(file, LIMITS);
      if (smaller.size > IMAGE_UPLOAD.maxBytes) throw new ApiProblem(0, 'TOO_LARGE', 'A imagem passa de 15 MB.');
      return smaller;
    },
    send: add,
    onFailed: () => toast.failure(new ApiProblem(0, 'NOT_SENT', 'Não foi possível enviar uma das imagens')),
    onEnd: (sent) => {
      toast.success(sent.length > 1 ? 'Imagens enviadas com sucesso' : 'Imagem enviada com sucesso');
      placeLast(sent.map((image) => image.id)).catch(toast.failure);
    },
  });
}

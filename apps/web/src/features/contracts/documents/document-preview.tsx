import { files } from '@morada/contract/files';
import { useEffect, useEffectEvent, useState } from 'react';
import { apiFile } from '#web/lib/api/api.ts';
import { toast } from '#web/lib/toast.ts';
import Lightbox from '#web/ui/overlay/lightbox.tsx';
import type { Document } from './document-words.ts';

type DocumentPreviewProps = { document: Document; onClose: () => void };
type Picture = { src: string; width: number; height: number };

/** A picture over the page. Its bytes come with the session, so they are shown from memory. */
export default function DocumentPreview({ document: { id, name }, onClose }: DocumentPreviewProps) {
  const [picture, setPicture] = useState<Picture>();

  const fail = useEffectEvent((error: unknown) => {
    toast.failure(error);
    onClose();
  });
  useEffect(() => {
    let src: string | undefined;
    let closed = false;
    apiFile(files.show, { params: { id } })
      .then(async ({ file }) => {
        const { width, height } = await sizeOf(file);
        if (closed) return;
        src = URL.createObjectURL(file);
        setPicture({ src, width, height });
      })
      .catch((error) => {
        if (!closed) fail(error);
      });
    return () => {
      closed = true;
      if (src) URL.revokeObjectURL(src);
    };
  }, [id]);

  if (!picture) return null;
  return <Lightbox pictures={[{ ...picture, alt: name }]} index={0} onClose={onClose} />;
}

async function sizeOf(file: Blob): Promise<{ width: number; height: number }> {
  const bitmap = await createImageBitmap(file);
  const { width, height } = bitmap;
  bitmap.close();
  return { width, height };
}

import 'yet-another-react-lightbox/styles.css';
import 'yet-another-react-lightbox/plugins/counter.css';
import YetAnotherLightbox from 'yet-another-react-lightbox';
import Counter from 'yet-another-react-lightbox/plugins/counter';
import Zoom from 'yet-another-react-lightbox/plugins/zoom';
import { useWindow } from '#web/ui/base/use-window.ts';

type LightboxProps = {
  pictures: { src: string; alt: string; width: number; height: number }[];
  /** The one that is shown first. */
  index: number;
  onClose: () => void;
};

const LABELS = {
  Previous: 'Foto anterior',
  Next: 'Próxima foto',
  Close: 'Fechar fotos',
  Slide: 'foto',
  Carousel: 'galeria',
  Lightbox: 'Fotos em tamanho grande',
  'Photo gallery': 'Fotos',
  '{index} of {total}': '{index} de {total}',
  'Zoom in': 'Aproximar',
  'Zoom out': 'Afastar',
};

/** Pictures over everything else, one at a time. It is open while it is rendered; load it lazily. */
export default function Lightbox({ pictures, index, onClose }: LightboxProps) {
  useWindow();
  const alone = pictures.length === 1;
  return (
    <YetAnotherLightbox
      open
      close={onClose}
      index={index}
      slides={pictures}
      plugins={alone ? [Zoom] : [Counter, Zoom]}
      render={alone ? { buttonPrev: nothing, buttonNext: nothing } : undefined}
      labels={LABELS}
      carousel={{ finite: true, preload: 1 }}
      controller={{ closeOnBackdropClick: true, closeOnPullDown: true }}
      animation={{ fade: 140, swipe: 160 }}
    />
  );
}

const nothing = () => null;

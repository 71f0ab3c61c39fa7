import { Button } from '@mantine/core';
import { LOGO_UPLOAD } from '@morada/contract/registry/agency';
import { Progress } from '#web/ui/feedback/progress.tsx';
import { useConfirm } from '#web/ui/overlay/confirm.tsx';
import { DropArea } from '#web/ui/upload/drop-area.tsx';
import { PICTURES, type PictureName, usePicture } from './agency-queries.ts';
import classes from './picture-field.module.css';

const ACCEPT = LOGO_UPLOAD.accept.split(',');

type PictureFieldProps = {
  kind: PictureName;
  picture: string | null;
  /** Name of the agency. */
  name: string;
  /** What suits as a picture, below the button. */
  body: string;
  /** What happens without it. */
  without: string;
};

/** A picture as the pages will have it, a dark one on a dark ground. It is saved as soon as it is chosen. */
export function PictureField({ kind, picture, name, body, without }: PictureFieldProps) {
  const { name: label, verb } = PICTURES[kind];
  const { sending, remove } = usePicture(kind);
  const { state, choose, refuse, cancel } = sending;
  const confirm = useConfirm();
  const askToRemove = () =>
    confirm({ title: `Remover ${verb}`, body: without, verb: `Remover ${verb}`, danger: true, run: remove });
  return (
    <fieldset className={classes.field}>
      <legend className={classes.label}>{label}</legend>
      <div className={classes.row}>
        {picture && (
          <figure className={classes.paper}>
            <img src={picture} alt={`${label} de ${name}`} className={classes.logo} data-kind={kind} />
            <Button size="xs" variant="subtle" color="red" onClick={askToRemove}>
              Remover{kind === 'logo' ? '' : ` ${verb}`}
            </Button>
          </figure>
        )}
        <div className={classes.choice}>
          {state.status === 'sending' ? (
            <div className={classes.sending}>
              <Progress label={`Envio de ${state.name}`} part={state.part < 1 ? state.part : undefined}>
                {state.part < 1 ? `Enviando ${Math.round(state.part * 100)}%` : 'Preparando a figura'}
              </Progress>
              <Button size="xs" variant="default" onClick={cancel}>
                Cancelar envio
              </Button>
            </div>
          ) : (
            <DropArea
              label={picture ? `Trocar ${verb}` : `Enviar ${verb}`}
              body={body}
              accept={ACCEPT}
              onFiles={([file]) => file && choose(file)}
              onReject={() => refuse('Use um arquivo PNG, JPEG ou WebP')}
            />
          )}
          {state.status === 'refused' && (
            <p role="alert" className={classes.refused}>
              {state.message}
            </p>
          )}
        </div>
      </div>
    </fieldset>
  );
}

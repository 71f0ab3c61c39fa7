import { Button } from '@mantine/core';
import { LOGO_UPLOAD } from '@morada/contract/agency';
import { Progress } from '#web/ui/feedback/progress.tsx';
import { useConfirm } from '#web/ui/overlay/confirm.tsx';
import { DropArea } from '#web/ui/upload/drop-area.tsx';
import { useLogo } from './agency-queries.ts';
import classes from './logo-field.module.css';

const ACCEPT = LOGO_UPLOAD.accept.split(',');

/** The logo as paper will have it, on white in either theme. It is saved as soon as it is chosen. */
export function LogoField({ logo, name }: { logo: string | null; name: string }) {
  const { sending, remove } = useLogo();
  const { state, choose, refuse, cancel } = sending;
  const confirm = useConfirm();
  const askToRemove = () =>
    confirm({
      title: 'Remover logotipo',
      body: 'Os próximos documentos saem com o nome da imobiliária no lugar dele.',
      verb: 'Remover logotipo',
      danger: true,
      run: remove,
    });
  return (
    <fieldset className={classes.field}>
      <legend className={classes.label}>Logotipo</legend>
      <div className={classes.row}>
        {logo && (
          <figure className={classes.paper}>
            <img src={logo} alt={`Logotipo de ${name}`} className={classes.logo} />
            <Button size="xs" variant="subtle" color="red" onClick={askToRemove}>
              Remover
            </Button>
          </figure>
        )}
        <div className={classes.choice}>
          {state.status === 'sending' ? (
            <div className={classes.sending}>
              <Progress label={`Envio de ${state.name}`} part={state.part < 1 ? state.part : undefined}>
                {state.part < 1 ? `Enviando ${Math.round(state.part * 100)}%` : 'Preparando o logotipo'}
              </Progress>
              <Button size="xs" variant="default" onClick={cancel}>
                Cancelar envio
              </Button>
            </div>
          ) : (
            <DropArea
              label={logo ? 'Trocar logotipo' : 'Enviar logotipo'}
              body="PNG, JPEG ou WebP de até 2 MB; fica bem com fundo claro e largura maior que a altura."
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

import { Button } from '@mantine/core';
import { IconCopy, IconDownload } from '@tabler/icons-react';
import { saveText } from '#web/lib/api/files.ts';
import { copy } from '#web/lib/clipboard.ts';
import { useUnsaved } from '#web/ui/base/unsaved.ts';
import classes from './recovery-codes.module.css';

const NOT_KEPT = {
  title: 'Sair sem guardar os códigos',
  body: 'Eles não serão mostrados de novo. Sem eles e sem o aplicativo, você não entra mais.',
  verb: 'Sair sem guardar',
};

/** Shown this once: the server keeps none that it could show again. */
export function RecoveryCodes({ codes, onDone }: { codes: string[]; onDone: () => void }) {
  const text = codes.join('\n');
  const release = useUnsaved(true, false, NOT_KEPT);
  return (
    <div>
      <p className={classes.says}>
        Guarde estes códigos em um lugar seguro, fora do celular. Sem o aplicativo, cada um deles entra uma vez.{' '}
        <b>Eles não serão mostrados de novo.</b>
      </p>
      <ul aria-label="Códigos de recuperação" className={classes.codes}>
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      <div className={classes.actions}>
        <Button variant="default" leftSection={<IconCopy size={15} />} onClick={() => copy(text, 'Códigos copiados')}>
          Copiar
        </Button>
        <Button
          variant="default"
          leftSection={<IconDownload size={15} />}
          onClick={() => saveText(`Códigos de recuperação da Morada\n\n${text}\n`, 'codigos-de-recuperacao.txt')}
        >
          Baixar
        </Button>
        <Button
          onClick={() => {
            release();
            onDone();
          }}
        >
          Já guardei
        </Button>
      </div>
    </div>
  );
}

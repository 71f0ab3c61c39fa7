import { Switch } from '@mantine/core';
import { pagesIn, useMenu } from '#web/app/shell/menu.ts';
import {
  SHORTCUTS,
  type ShortcutGroup,
  type ShortcutRow,
  setSingleKeys,
  useSingleKeys,
} from '#web/ui/base/shortcuts.ts';
import { RecordWindow } from '#web/ui/overlay/windows.tsx';
import classes from './keys-window.module.css';

const GROUPS: Record<ShortcutGroup, string> = {
  everywhere: 'Em qualquer página',
  goTo: 'Ir para',
  lists: 'Nas listas',
  windows: 'Nas janelas',
  forms: 'Nos formulários',
};

/** Keys bound by the UI kit and the browser. */
const GIVEN: Partial<Record<ShortcutGroup, ShortcutRow[]>> = {
  windows: [{ keys: 'Esc', does: 'Fechar a janela; pergunta antes se algo não foi salvo' }],
  forms: [
    { keys: 'Tab', does: 'Ir ao próximo campo; com Shift, ao anterior' },
    { keys: '↓', does: 'Abrir a lista de um campo de escolha' },
    { keys: 'Espaço', does: 'Marcar uma caixa; pegar e soltar o que se ordena, e as setas o movem' },
  ],
};

/** Keys that other parts of the kit bind, by the group in which they are shown. */
export type ExtraKeys = Partial<Record<ShortcutGroup, readonly ShortcutRow[]>>;

/** Every key there is, read from where it is bound. */
export default function KeysWindow({ extra = {}, onClose }: { extra?: ExtraKeys; onClose: () => void }) {
  const on = useSingleKeys();
  const pages = pagesIn(useMenu());
  const goTo = pages.flatMap(({ key, label }) => (key ? [{ keys: `G ${key.toUpperCase()}`, does: label }] : []));
  const rows = (wanted: ShortcutGroup): ShortcutRow[] => [
    ...(wanted === 'goTo' ? goTo : []),
    ...Object.values(SHORTCUTS).filter(({ group }) => group === wanted),
    ...(extra[wanted] ?? []),
    ...(GIVEN[wanted] ?? []),
  ];
  return (
    <RecordWindow title="Atalhos do teclado" width={760} onClose={onClose}>
      <Switch
        label="Usar atalhos de uma tecla"
        description="Sem Ctrl: ?, N e G seguido de uma letra. Desligue se uma tecla apertada sem querer o atrapalha."
        checked={on}
        onChange={({ currentTarget }) => setSingleKeys(currentTarget.checked)}
      />
      <div className={classes.groups}>
        {(Object.keys(GROUPS) as ShortcutGroup[]).map((group) => (
          <section key={group}>
            <h3 className={classes.title}>{GROUPS[group]}</h3>
            <dl className={classes.rows}>
              {rows(group).map(({ keys, does }) => (
                <div key={`${keys} ${does}`} className={classes.row}>
                  <dt>
                    <Keys keys={keys} />
                  </dt>
                  <dd>{does}</dd>
                </div>
              ))}
            </dl>
          </section>
        ))}
      </div>
    </RecordWindow>
  );
}

/** `Ctrl K` is two keys. */
function Keys({ keys }: { keys: string }) {
  return keys.split(' ').map((key) =>
    key === 'ou' || key === 'e' ? (
      <span key={key}> {key} </span>
    ) : (
      <kbd key={key} className={classes.key}>
        {key}
      </kbd>
    ),
  );
}

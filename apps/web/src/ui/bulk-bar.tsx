import '@mantine/core/styles/Menu.layer.css';
import { Menu } from '@mantine/core';
import type { ExportFormat } from '@morada/contract/export';
import { IconDownload } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { toast } from '#web/lib/toast.ts';
import type { Action } from './actions.tsx';
import classes from './bulk-bar.module.css';
import { EXPORT_FORMATS } from './export-button.tsx';

type BulkBarProps = {
  /** "3 selecionados" */
  count: ReactNode;
  /** What can be done with all of them, at most three. */
  actions: Action[];
  /** Takes everything that the filter finds: "Selecionar as 148 do filtro". */
  all?: Action | false | undefined;
  /** The chosen ones as a spreadsheet. */
  onExport?: ((format: ExportFormat) => Promise<unknown>) | undefined;
  onClear: () => void;
};

/** Over a list while some of it is chosen. */
export function BulkBar({ count, actions, all, onExport, onClear }: BulkBarProps) {
  return (
    <section className={classes.bar} aria-label="Itens selecionados">
      <span className={classes.count} role="status">
        {count}
      </span>
      {all && (
        <button type="button" className={classes.all} onClick={() => all.onClick()}>
          {all.label}
        </button>
      )}
      {actions.map(({ label, icon: Icon, onClick }) => (
        <button key={label} type="button" className={classes.action} onClick={() => onClick()}>
          {Icon && <Icon size={17} />}
          {label}
        </button>
      ))}
      {onExport && (
        <Menu position="top-end" withinPortal={false}>
          <Menu.Target>
            <button type="button" className={classes.action}>
              <IconDownload size={17} />
              Exportar
            </button>
          </Menu.Target>
          <Menu.Dropdown>
            {Object.entries(EXPORT_FORMATS).map(([format, label]) => (
              <Menu.Item key={format} onClick={() => onExport(format as ExportFormat).catch(toast.failure)}>
                {label}
              </Menu.Item>
            ))}
          </Menu.Dropdown>
        </Menu>
      )}
      <button type="button" className={classes.clear} onClick={onClear}>
        Limpar seleção
      </button>
    </section>
  );
}
